//! Names that are unique within a document.

use anim_core::UniqueNames;

/// Makes names unique: the first of several equal names is kept, the others get the next free number (`Cube.001`).
/// Returns the indices of the others.
pub(crate) fn make_unique(names: &mut [String]) -> Vec<usize> {
    let given = names.to_vec();
    let mut unique = UniqueNames::repeated(numbered).with_reserved(given.iter().map(String::as_str));
    let mut others = Vec::new();
    for (index, (name, given)) in names.iter_mut().zip(&given).enumerate() {
        *name = unique.take(given.as_str()).into_owned();
        if name != given {
            others.push(index);
        }
    }
    others
}

/// A name with the number of its repetition, in Blender's form.
pub(crate) fn numbered(name: &str, repetition: u64) -> String {
    format!("{name}.{repetition:03}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_unique_stay() {
        for (given, expected, others) in [
            (vec!["Hip", "Cube", "Cube"], vec!["Hip", "Cube", "Cube.001"], vec![2]),
            (
                vec!["a", "a", "a.001", "a", "a.001"],
                vec!["a", "a.002", "a.001", "a.003", "a.001.001"],
                vec![1, 3, 4],
            ),
        ] {
            let mut names: Vec<_> = given.into_iter().map(str::to_owned).collect();
            assert_eq!(make_unique(&mut names), others);
            assert_eq!(names, expected);
        }
    }
}
