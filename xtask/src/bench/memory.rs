//! Peak memory of a process.

use anyhow::{Context, Result, bail};

use super::process::{Subject, find};

/// The most memory that a process has at once, in bytes. The system tells it only to the parent of
/// a process that has ended, so GNU `time` is asked; `None` where it is not there.
pub(super) fn peak(subject: &Subject) -> Result<Option<u64>> {
    let Some(time) = find("time") else {
        return Ok(None);
    };
    let output = subject
        .under(&time, &["-v"])?
        .output()
        .context("cannot be started")?;
    let report = String::from_utf8_lossy(&output.stderr);
    let Some(peak) = peak_in(&report) else {
        return Ok(None);
    };
    if !output.status.success() {
        bail!("ended with {}", output.status);
    }
    Ok(Some(peak))
}

fn peak_in(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| {
        line.trim()
            .strip_prefix("Maximum resident set size (kbytes): ")
    })?;
    Some(line.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::peak_in;

    #[test]
    fn the_peak_is_found_among_the_lines() {
        let report = "\tCommand being timed: \"x\"\n\tMaximum resident set size (kbytes): 2048\n";
        assert_eq!(peak_in(report), Some(2 << 20));
        assert_eq!(peak_in("time: illegal option -- v"), None);
    }
}
