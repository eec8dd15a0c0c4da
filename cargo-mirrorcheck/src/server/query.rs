//! The query of a URL: names and values.

use crate::url::decode;

/// The pairs of `a=1&b=two%20words`.
pub(super) struct Query {
    pairs: Vec<(String, String)>,
}

impl Query {
    pub(super) fn read(text: &str) -> Result<Query, String> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decode(name)?, decode(value)?))
        });
        Ok(Query { pairs: pairs.collect::<Result<_, String>>()? })
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a name. One that stands there twice is an error: nobody could tell which is meant.
    pub(super) fn one(&self, name: &str) -> Result<Option<&str>, String> {
        let mut values = self.pairs().filter(|(key, _)| *key == name).map(|(_, value)| value);
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(format!("`{name}` is there twice.")),
            (value, None) => Ok(value),
        }
    }

    /// The value of a name, as a number. An empty one is as good as none: that is how forms send it.
    pub(super) fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        let value = self.one(name)?.filter(|value| !value.is_empty());
        value.map(|text| text.parse().map_err(|_| format!("`{name}={text}` is no such number."))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::Query;

    fn pairs(text: &str) -> Vec<(String, String)> {
        Query::read(text).unwrap().pairs
    }

    #[test]
    fn reads_what_browsers_send() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(pairs("a=1&b=two+words&c=%C3%A9%26%3D"), [pair("a", "1"), pair("b", "two words"), pair("c", "é&=")]);
        assert_eq!(pairs("a&b=&=c&&d=x=y"), [pair("a", ""), pair("b", ""), pair("", "c"), pair("d", "x=y")]);
        assert_eq!(pairs(""), []);
    }

    #[test]
    fn refuses_what_means_nothing() {
        for wrong in ["a=%", "a=%4", "a=%zz", "a=%+1", "a=%ff", "%C3=1"] {
            assert!(Query::read(wrong).is_err(), "{wrong}");
        }
        let query = Query::read("a=1&a=2&b=x&c=").unwrap();
        assert!(query.one("a").is_err() && query.number::<u64>("b").is_err());
        assert_eq!((query.number::<u64>("c"), query.one("d")), (Ok(None), Ok(None)));
    }
}
