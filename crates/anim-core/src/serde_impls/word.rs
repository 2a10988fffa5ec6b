//! Eases, wraps and orders, written as the words of their `name`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Ease, EulerOrder, Wrap};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Ease", rename_all = "kebab-case")]
enum EaseWord {
    Step,
    Linear,
    Slerp,
    Bezier,
    Sine,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Wrap", rename_all = "kebab-case")]
enum WrapWord {
    Hold,
    Repeat,
    PingPong,
    RepeatWithOffset,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EulerOrder", rename_all = "kebab-case")]
enum OrderWord {
    Xyz,
    Xzy,
    Yxz,
    Yzx,
    Zxy,
    Zyx,
}

macro_rules! words {
    ($($kind:ty, $word:ty;)*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$word>::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$word>::deserialize(deserializer)
            }
        }
    )*};
}

words! {
    Ease, EaseWord;
    Wrap, WrapWord;
    EulerOrder, OrderWord;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_names() {
        let word = |value: &dyn Fn() -> serde_json::Value| value().as_str().unwrap().to_owned();
        for ease in [Ease::Step, Ease::Linear, Ease::Slerp, Ease::Bezier, Ease::Sine] {
            assert_eq!(word(&|| serde_json::to_value(ease).unwrap()), ease.name());
        }
        for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset] {
            assert_eq!(word(&|| serde_json::to_value(wrap).unwrap()), wrap.name());
        }
        for order in EulerOrder::ALL {
            assert_eq!(word(&|| serde_json::to_value(order).unwrap()), order.name());
        }
    }
}
