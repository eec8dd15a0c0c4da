//! The table in the documentation has exactly the forms that are tested.

use super::{Group, How, constructors, control, conversions, lists, loops, methods, mutation, numbers, values};

const PAGE: &str = "../docs/generators.md";
const BEGIN: &str = "<!-- begin: what reads backward -->\n";
const END: &str = "<!-- end: what reads backward -->";

/// All forms, as they stand in the page.
fn table() -> String {
    let groups: [Group; 9] = [
        values::TABLE,
        conversions::TABLE,
        numbers::TABLE,
        control::TABLE,
        loops::TABLE,
        lists::TABLE,
        mutation::TABLE,
        constructors::TABLE,
        methods::TABLE,
    ];
    let mut table = String::from("| written like this | found |\n|---|---|\n");
    for group in groups {
        table += &format!("| **{}** | |\n", group.about);
        for (how, form) in group.forms {
            let how = match how {
                How::Once => "at once",
                How::Few => "in a few runs",
                How::Trying => "by trying",
            };
            table += &format!("| {} | {how} |\n", form.replace('|', "\\|"));
        }
    }
    table
}

/// Run with `WRITE_TABLE=1` to write it.
#[test]
fn the_page_has_the_forms_that_are_tested() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the table has a beginning");
    let (shown, after) = rest.split_once(END).expect("the table has an end");
    if std::env::var_os("WRITE_TABLE").is_some() {
        std::fs::write(PAGE, format!("{before}{BEGIN}{}{END}{after}", table())).unwrap();
    } else {
        assert_eq!(shown, table(), "the table in docs/generators.md is out of date: set WRITE_TABLE=1 to write it");
    }
}
