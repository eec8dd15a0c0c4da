//! Values in serde's form, if the attribute asks for it.

use crate::run::check::SerdeForm;

#[cfg(feature = "serde")]
impl<V: serde::Serialize + serde::de::DeserializeOwned> SerdeForm<V> {
    /// The form of a type.
    pub fn of() -> SerdeForm<V> {
        SerdeForm {
            write: |values| serde_json::to_string(values).ok(),
            read: |text, values| match serde_json::from_str(text) {
                Ok(read) => {
                    *values = Some(read);
                    Ok(())
                }
                Err(error) => Err(error.to_string()),
            },
        }
    }
}

#[cfg(not(feature = "serde"))]
impl<V> SerdeForm<V> {
    /// Says that the feature is missing.
    pub fn of() -> SerdeForm<V>
    where
        V: HasSerde,
    {
        unreachable!("no type is `HasSerde`")
    }
}

/// What can be written in serde's form.
#[cfg(not(feature = "serde"))]
#[diagnostic::on_unimplemented(
    message = "the option `serde` of a property needs the feature `serde` of mirrorcheck",
    label = "the feature is not enabled",
    note = "run `cargo add --dev mirrorcheck --features serde`"
)]
pub trait HasSerde {}
