//! How often a choice is told from other talk, on prompts that were written down before the words were.

use decision_policy::capture::states_a_choice;

const PROMPTS: &str = include_str!("capture_prompts.tsv");

#[test]
fn dev_report() {
    for set in ["tune"] {
        let (mut tp, mut fp, mut fn_, mut tn) = (0, 0, 0, 0);
        for line in PROMPTS.lines().filter(|l| !l.starts_with('#')) {
            let mut f = line.split('\t');
            let (s, kind, text) = (f.next().unwrap(), f.next().unwrap(), f.next().unwrap());
            if s != set { continue; }
            let text = text.replace("\\n", "\n");
            match (kind, states_a_choice(&text)) {
                ("talk", true) => { fp += 1; println!("FP {text}") }
                ("talk", false) => tn += 1,
                (_, true) => tp += 1,
                (_, false) => { fn_ += 1; println!("FN {text}") }
            }
        }
        println!("{set}: tp {tp} fp {fp} fn {fn_} tn {tn}");
    }
}
