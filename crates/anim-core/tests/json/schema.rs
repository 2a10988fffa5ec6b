//! A validator of JSON Schema for the keywords of `clips.schema.json`.

use serde_json::Value;

/// The schema that the command publishes.
pub(crate) fn clips() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../anim-cli/schema/clips.schema.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Validates with the keywords that the schema uses, and panics at any other.
pub(crate) fn validate(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().unwrap() {
        let length = value.as_array().map(|items| items.len() as u64);
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" => true,
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                validate(root, root.pointer(pointer).unwrap(), value)?;
                true
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|rule| is(value, rule.as_str().unwrap())),
                rule => is(value, rule.as_str().unwrap()),
            },
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "anyOf" => rule.as_array().unwrap().iter().any(|rule| validate(root, rule, value).is_ok()),
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "minItems" => length.is_none_or(|length| length >= rule.as_u64().unwrap()),
            "maxItems" => length.is_none_or(|length| length <= rule.as_u64().unwrap()),
            "pattern" => {
                assert_eq!(rule, "^0x[0-9a-fA-F]{16}$", "the pattern is not validated");
                value.as_str().is_none_or(|text| {
                    let digits = text.strip_prefix("0x");
                    digits.is_some_and(|d| d.len() == 16 && d.bytes().all(|digit| digit.is_ascii_hexdigit()))
                })
            }
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| validate(root, rule, item))?;
                true
            }
            "required" => {
                let has = |key: &Value| value.get(key.as_str().unwrap()).is_some();
                !value.is_object() || rule.as_array().unwrap().iter().all(has)
            }
            "properties" => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    rule.get(key).map_or(Ok(()), |rule| validate(root, rule, value))?;
                }
                true
            }
            "additionalProperties" => {
                let known =
                    |key: &str| schema.get("properties").is_some_and(|known| known.get(key).is_some());
                let mut others = value.as_object().into_iter().flatten().filter(|(key, _)| !known(key));
                match rule {
                    Value::Bool(false) => others.next().is_none(),
                    rule => others.all(|(_, value)| validate(root, rule, value).is_ok()),
                }
            }
            other => panic!("the keyword {other} is not validated"),
        };
        if !holds {
            return Err(format!("{value} breaks `{keyword}` of {schema}"));
        }
    }
    Ok(())
}

fn is(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other} is not validated"),
    }
}
