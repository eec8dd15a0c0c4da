//! Texts as systems and C have them: mostly Unicode, but not always.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::strings::StringOf;
use super::wrapped::{Wrapped, Wraps, expressed, wrapped};
use super::{biased, vec};
use crate::core::arbitrary::{Arbitrary, Outline, any};
use crate::core::combinators::{convert, pick, such_that};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::LengthsOf;
use crate::core::source;

expressed! {
    /// The generator of `any::<OsString>()`: one in sixteen is not Unicode, where the system has such texts. On Unix these
    /// are bytes that are not UTF-8, on Windows surrogates that are not in pairs.
    ///
    /// ```
    /// use std::ffi::OsString;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<OsString>().contains(&OsString::from("file.txt")));
    /// # #[cfg(unix)] {
    /// use std::os::unix::ffi::OsStringExt;
    ///
    /// assert!(any::<OsString>().contains(&OsString::from_vec(b"caf\xe9.txt".to_vec())));
    /// # }
    /// ```
    OsStrings: OsString = pick((
        (15, "unicode", convert(any::<String>(), OsString::from, |text: &OsString| text.to_str().map(ToOwned::to_owned))),
        (foreign::WEIGHT, "other", foreign::not_unicode()),
    )), |text| match text.to_str() {
        Some(text) => source::text("::std::ffi::OsString::from", text),
        None => foreign::source(text),
    };

    /// The generator of `any::<PathBuf>()`: one in sixteen is not Unicode, as with `OsString`.
    ///
    /// ```
    /// use std::path::PathBuf;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<PathBuf>().contains(&PathBuf::from("/etc/passwd")));
    /// ```
    PathBufs: PathBuf = convert(OsStrings, PathBuf::from, |path: &PathBuf| Some(path.as_os_str().to_owned())),
        |path| match path.to_str() {
            Some(text) => source::text("::std::path::PathBuf::from", text),
            None => source::call("::std::path::PathBuf::from", &[&path.as_os_str().to_owned()]),
        };

    /// The generator of `any::<CString>()`: one in sixteen is not UTF-8.
    ///
    /// ```
    /// use std::ffi::CString;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<CString>().contains(&c"file.txt".to_owned()));
    /// assert!(any::<CString>().contains(&c"caf\xe9.txt".to_owned()));
    /// ```
    CStrings: CString = pick((
        (15, "utf-8", convert(without_nul(), c_string, |text: &CString| text.to_str().ok().map(ToOwned::to_owned))),
        (1, "other", convert((without_nul(), such_that((0x80..=0xffu8, vec(biased(1..=0xffu8), ..)), is_stray)),
            |(text, (stray, rest))| c_string(bytes(text, stray, rest)),
            |text: &CString| parts(text.as_bytes()),
        )),
    )), |text| match text.to_str() {
        Ok(text) => source::text("::std::ffi::CString::new", text).map(|new| new + ".unwrap()"),
        Err(_) => source::call("::std::ffi::CString::new", &[&text.as_bytes().to_vec()]).map(|new| new + ".unwrap()"),
    };
}

wrapped! {
    [] Box<OsStr> = OsString:
        |text| text.into(), |this| Some(&this.to_os_string()), |text| source::call("Box::from", &[text]);
    [] Rc<OsStr> = OsString:
        |text| text.into(), |this| Some(&this.to_os_string()), |text| source::call("::std::rc::Rc::from", &[text]);
    [] Arc<OsStr> = OsString:
        |text| text.into(), |this| Some(&this.to_os_string()), |text| source::call("::std::sync::Arc::from", &[text]);
    [] Box<Path> = PathBuf:
        |path| path.into(), |this| Some(&this.to_path_buf()), |path| source::call("Box::from", &[path]);
    [] Rc<Path> = PathBuf:
        |path| path.into(), |this| Some(&this.to_path_buf()), |path| source::call("::std::rc::Rc::from", &[path]);
    [] Arc<Path> = PathBuf:
        |path| path.into(), |this| Some(&this.to_path_buf()), |path| source::call("::std::sync::Arc::from", &[path]);
    [] Box<CStr> = CString:
        |text| text.into(), |this| Some(&(**this).to_owned()), |text| source::call("Box::from", &[text]);
    [] Rc<CStr> = CString:
        |text| text.into(), |this| Some(&(**this).to_owned()), |text| source::call("::std::rc::Rc::from", &[text]);
    [] Arc<CStr> = CString:
        |text| text.into(), |this| Some(&(**this).to_owned()), |text| source::call("::std::sync::Arc::from", &[text]);
}

/// Texts that end nowhere for C.
fn without_nul() -> StringOf<super::Biased<char>> {
    StringOf::new(biased('\u{1}'..), LengthsOf::ANY)
}

fn c_string(bytes: impl Into<Vec<u8>>) -> CString {
    let bytes: Vec<u8> = bytes.into();
    CString::from(bytes.into_iter().filter_map(NonZero::new).collect::<Vec<_>>())
}

/// A text, the first byte that does not belong to one, and all that follows.
type Parts = (String, (u8, Vec<u8>));

fn bytes(text: String, stray: u8, rest: Vec<u8>) -> Vec<u8> {
    let mut bytes = text.into_bytes();
    bytes.push(stray);
    bytes.extend(rest);
    bytes
}

/// The inverse of [`bytes`].
fn parts(bytes: &[u8]) -> Option<Parts> {
    let length = std::str::from_utf8(bytes).err()?.valid_up_to();
    let (text, rest) = bytes.split_at(length);
    let (stray, rest) = rest.split_first()?;
    Some((String::from_utf8(text.to_vec()).ok()?, (*stray, rest.to_vec())))
}

/// Whether bytes do not begin with a character, of which none has more than four.
fn is_stray((first, rest): &(u8, Vec<u8>)) -> bool {
    let mut start = [*first; 4];
    let length = rest.len().min(3);
    start[1..=length].copy_from_slice(&rest[..length]);
    std::str::from_utf8(&start[..=length]).is_err_and(|error| error.valid_up_to() == 0)
}

/// Texts that are not Unicode, as the system has them.
#[cfg(unix)]
mod foreign {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    use super::*;

    pub(super) const WEIGHT: u32 = 1;

    pub(super) fn not_unicode() -> impl Reflective<Value = OsString> {
        convert(
            (any::<String>(), such_that((0x80..=0xffu8, any::<Vec<u8>>()), is_stray)),
            |(text, (stray, rest))| OsString::from_vec(bytes(text, stray, rest)),
            |text: &OsString| parts(text.as_bytes()),
        )
    }

    pub(super) fn source(text: &OsStr) -> Option<String> {
        const NAME: &str = "<::std::ffi::OsString as ::std::os::unix::ffi::OsStringExt>::from_vec";
        source::call(NAME, &[&text.as_bytes().to_vec()])
    }
}

#[cfg(windows)]
mod foreign {
    use std::os::windows::ffi::{OsStrExt, OsStringExt};

    use super::*;

    pub(super) const WEIGHT: u32 = 1;

    pub(super) fn not_unicode() -> impl Reflective<Value = OsString> {
        convert(
            (any::<String>(), such_that((0xd800..=0xdfffu16, any::<Vec<u16>>()), is_alone)),
            |(text, (stray, rest))| {
                OsString::from_wide(&text.encode_utf16().chain([stray]).chain(rest).collect::<Vec<_>>())
            },
            split,
        )
    }

    /// Whether the first unit has no partner.
    fn is_alone((first, rest): &(u16, Vec<u16>)) -> bool {
        char::decode_utf16([*first].into_iter().chain(rest.first().copied())).next().is_some_and(|first| first.is_err())
    }

    fn split(text: &OsString) -> Option<(String, (u16, Vec<u16>))> {
        let units: Vec<u16> = text.encode_wide().collect();
        let start: String = char::decode_utf16(units.iter().copied()).map_while(Result::ok).collect();
        let (stray, rest) = units[start.encode_utf16().count()..].split_first()?;
        Some((start, (*stray, rest.to_vec())))
    }

    pub(super) fn source(text: &OsStr) -> Option<String> {
        const NAME: &str = "<::std::ffi::OsString as ::std::os::windows::ffi::OsStringExt>::from_wide";
        let units: Vec<u16> = text.encode_wide().collect();
        source::call(NAME, &[&units]).map(|call| call.replacen("(vec!", "(&vec!", 1))
    }
}

#[cfg(not(any(unix, windows)))]
mod foreign {
    use super::*;
    use crate::core::combinators::void;

    pub(super) const WEIGHT: u32 = 0;

    pub(super) fn not_unicode() -> impl Reflective<Value = OsString> {
        void()
    }

    pub(super) fn source(_: &OsStr) -> Option<String> {
        None
    }
}
