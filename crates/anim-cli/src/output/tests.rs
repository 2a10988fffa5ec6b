//! Files that appear whole or not at all, and links that stay links.

use super::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("anim-output-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = folder("whole");
    let path = folder.join("a.txt");
    let mut output = Output::create(&path, false).unwrap();
    output.write_all(b"half").unwrap();
    drop(output);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    let mut output = Output::create(&path, false).unwrap();
    output.write_all(b"whole").unwrap();
    assert!(!path.exists());
    output.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"whole");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn of_two_that_write_a_new_file_the_first_has_it() {
    let folder = folder("both");
    let path = folder.join("a.txt");
    for force in [false, true] {
        let mut outputs = ["first", "second"].map(|text| {
            let mut output = Output::create(&path, force).unwrap();
            output.write_all(text.as_bytes()).unwrap();
            Some(output)
        });
        outputs[0].take().unwrap().commit().unwrap();
        let second = outputs[1].take().unwrap().commit().map_err(|failure| failure.to_string());
        if force {
            assert_eq!((second, fs::read(&path).unwrap()), (Ok(()), b"second".to_vec()));
        } else {
            assert!(second.unwrap_err().ends_with("a.txt exists; --force replaces it"));
            assert_eq!(fs::read(&path).unwrap(), b"first");
            fs::remove_file(&path).unwrap();
        }
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_to_a_missing_file_stays_a_link() {
    let folder = folder("dangling");
    let (path, link) = (folder.join("a.txt"), folder.join("link"));
    std::os::unix::fs::symlink("middle", &link).unwrap();
    std::os::unix::fs::symlink("a.txt", folder.join("middle")).unwrap();
    let mut output = Output::create(&link, false).unwrap();
    output.write_all(b"new").unwrap();
    output.commit().unwrap();
    assert_eq!((fs::read(&path).unwrap(), link.is_symlink()), (b"new".to_vec(), true));
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_that_is_replaced_stays_a_link() {
    let folder = folder("link");
    let (path, link) = (folder.join("a.txt"), folder.join("link"));
    fs::write(&path, "old").unwrap();
    std::os::unix::fs::symlink("a.txt", &link).unwrap();
    let mut output = Output::create(&link, true).unwrap();
    output.write_all(b"new").unwrap();
    output.commit().unwrap();
    assert_eq!((fs::read(&path).unwrap(), link.is_symlink()), (b"new".to_vec(), true));
    fs::remove_dir_all(folder).unwrap();
}
