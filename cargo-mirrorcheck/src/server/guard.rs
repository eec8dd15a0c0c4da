//! Who may ask: the pages of this server, and its user.

/// Says why a request is refused. Three things can come from elsewhere: a page whose name was made to mean this machine
/// (DNS rebinding), which the name that was asked for gives away; a script, whose origin is told; and a frame, an image
/// or a script that another page loads from here.
pub(super) fn check<'a, I>(port: u16, header: impl Fn(&'static str) -> I) -> Result<(), String>
where
    I: Iterator<Item = &'a str>,
{
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
    let is_host = |name: &str| hosts.iter().any(|host| host.eq_ignore_ascii_case(name));
    let is_origin = |name: &str| name.strip_prefix("http://").is_some_and(is_host);
    let mut named = header("Host").peekable();
    if named.peek().is_none() || !named.all(is_host) {
        return Err(format!("The address must be http://127.0.0.1:{port}/ or http://localhost:{port}/."));
    }
    if !header("Origin").all(is_origin) {
        return Err("The request comes from a page of another origin.".to_owned());
    }
    // To follow a link from elsewhere is harmless: the page that it is on sees nothing of this one.
    let is_link = header("Sec-Fetch-Mode").eq(["navigate"]) && header("Sec-Fetch-Dest").eq(["document"]);
    if !is_link && !header("Sec-Fetch-Site").all(|site| site == "same-origin" || site == "none") {
        return Err("The request comes from a page of another site.".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    fn is_allowed(headers: &[(&str, &str)]) -> bool {
        check(80, |name| headers.iter().filter(move |(key, _)| *key == name).map(|(_, value)| *value)).is_ok()
    }

    #[test]
    fn the_name_must_be_of_this_machine() {
        for host in ["127.0.0.1:80", "localhost:80", "LOCALHOST:80", "[::1]:80"] {
            assert!(is_allowed(&[("Host", host)]), "{host}");
        }
        for host in ["", "127.0.0.1", "127.0.0.1:81", "evil.example:80", "localhost:80.evil.example", "localhost:80 "] {
            assert!(!is_allowed(&[("Host", host)]), "{host}");
        }
        assert!(!is_allowed(&[]));
        assert!(!is_allowed(&[("Host", "localhost:80"), ("Host", "evil.example")]));
    }

    #[test]
    fn the_origin_must_be_ours() {
        let from = |origin| is_allowed(&[("Host", "localhost:80"), ("Origin", origin)]);
        assert!(from("http://localhost:80") && from("http://127.0.0.1:80"));
        for origin in ["null", "", "http://evil.example", "https://localhost:80", "http://localhost:81", "localhost:80"]
        {
            assert!(!from(origin), "{origin}");
        }
    }

    #[test]
    fn another_site_may_link_but_not_load() {
        let from = |site, mode, dest| {
            is_allowed(&[
                ("Host", "localhost:80"),
                ("Sec-Fetch-Site", site),
                ("Sec-Fetch-Mode", mode),
                ("Sec-Fetch-Dest", dest),
            ])
        };
        assert!(from("same-origin", "cors", "empty") && from("none", "navigate", "document"));
        assert!(from("cross-site", "navigate", "document"));
        assert!(!from("cross-site", "no-cors", "script") && !from("cross-site", "navigate", "iframe"));
        assert!(!from("same-site", "no-cors", "image"));
    }
}
