//! How often a choice is told from other talk, on texts that were written down before the words were.

use decision_policy::capture::{is_reported_in_reply, is_stated_in_prompt};

const PROMPTS: &str = include_str!("capture_prompts.tsv");
const REPLIES: &str = include_str!("capture_replies.tsv");

fn report(name: &str, sets: &[&str], data: &str, judge: fn(&str) -> bool) {
    for set in sets {
        let (mut tp, mut fp, mut fn_, mut tn) = (0, 0, 0, 0);
        for line in data.lines().filter(|l| !l.starts_with('#')) {
            let mut f = line.split('\t');
            let (s, kind, text) = (f.next().unwrap(), f.next().unwrap(), f.next().unwrap());
            if s != *set {
                continue;
            }
            let text = text.replace("\\n", "\n");
            match (kind, judge(&text)) {
                ("talk", true) => {
                    fp += 1;
                    println!("FP {text}")
                }
                ("talk", false) => tn += 1,
                (_, true) => tp += 1,
                (_, false) => {
                    fn_ += 1;
                    println!("FN {text}")
                }
            }
        }
        println!("{name} {set}: tp {tp} fp {fp} fn {fn_} tn {tn}");
    }
}

#[test]
fn dev_report() {
    report("prompts", &["tune"], PROMPTS, is_stated_in_prompt);
    report("replies", &["tune"], REPLIES, is_reported_in_reply);
}
