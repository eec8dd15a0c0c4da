//! A small language, its printer, and a parser that is wrong about `and` and `or`.

use std::fmt::{Display, Formatter, Result};
use std::iter::Peekable;
use std::str::SplitWhitespace;

use super::Problem;

pub(crate) struct Parser;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Program {
    pub(crate) modules: Vec<Module>,
    pub(crate) functions: Vec<Function>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Module {
    pub(crate) imports: Vec<String>,
    pub(crate) exports: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) arguments: Vec<Expr>,
    pub(crate) body: Vec<Statement>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement {
    Assign(String, Expr),
    Allocate(String, Expr),
    Return(Expr),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expr {
    Int(i64),
    Bool(bool),
    Not(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    And,
    Or,
}

impl Op {
    pub(crate) const ALL: [Op; 6] = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::And, Op::Or];

    fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::And => "and",
            Op::Or => "or",
        }
    }
}

impl Expr {
    pub(crate) fn negated(expr: Expr) -> Expr {
        Expr::Not(Box::new(expr))
    }

    pub(crate) fn binary(op: Op, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    fn size(&self) -> usize {
        match self {
            Expr::Int(_) | Expr::Bool(_) => 1,
            Expr::Not(expr) => 1 + expr.size(),
            Expr::Binary(_, left, right) => 1 + left.size() + right.size(),
        }
    }
}

impl Statement {
    fn size(&self) -> usize {
        let (Statement::Assign(_, expr) | Statement::Allocate(_, expr) | Statement::Return(expr)) = self;
        1 + expr.size()
    }
}

impl Program {
    /// Variables of modules, statements, and nodes of expressions.
    fn size(&self) -> usize {
        let of_module = |module: &Module| module.imports.len() + module.exports.len();
        let of_function = |function: &Function| {
            let arguments: usize = function.arguments.iter().map(Expr::size).sum();
            arguments + function.body.iter().map(Statement::size).sum::<usize>()
        };
        self.modules.iter().map(of_module).sum::<usize>() + self.functions.iter().map(of_function).sum::<usize>()
    }
}

impl Problem for Parser {
    const NAME: &'static str = "parser";
    type Input = Program;

    fn holds(program: &Program) -> bool {
        parse(&program.to_string()).as_ref() == Some(program)
    }

    /// One function with three nodes of expressions, and nothing beside it.
    fn is_minimal(program: &Program) -> bool {
        program.size() == 3 && program.modules.is_empty() && program.functions.len() == 1 && !Self::holds(program)
    }

    fn size(program: &Program) -> f64 {
        program.size() as f64
    }
}

/// White space stands between any two tokens.
impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for Module { imports, exports } in &self.modules {
            write!(f, "module imports {} exports {} ; ", imports.join(" "), exports.join(" "))?;
        }
        for Function { name, arguments, body } in &self.functions {
            write!(f, "function {name} ( ")?;
            arguments.iter().try_for_each(|argument| write!(f, "{argument} "))?;
            write!(f, ") {{ ")?;
            body.iter().try_for_each(|statement| write!(f, "{statement} ; "))?;
            write!(f, "}} ")?;
        }
        Ok(())
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Statement::Assign(variable, expr) => write!(f, "assign {variable} {expr}"),
            Statement::Allocate(variable, expr) => write!(f, "allocate {variable} {expr}"),
            Statement::Return(expr) => write!(f, "return {expr}"),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Expr::Int(n) => write!(f, "{n}"),
            Expr::Bool(b) => write!(f, "{b}"),
            Expr::Not(expr) => write!(f, "( not {expr} )"),
            Expr::Binary(op, left, right) => write!(f, "( {left} {} {right} )", op.sign()),
        }
    }
}

type Tokens<'a> = Peekable<SplitWhitespace<'a>>;

fn parse(text: &str) -> Option<Program> {
    let mut tokens = text.split_whitespace().peekable();
    let (mut modules, mut functions) = (Vec::new(), Vec::new());
    while let Some(token) = tokens.next() {
        match token {
            "module" => modules.push(module(&mut tokens)?),
            "function" => functions.push(function(&mut tokens)?),
            _ => return None,
        }
    }
    Some(Program { modules, functions })
}

fn module(tokens: &mut Tokens<'_>) -> Option<Module> {
    expect(tokens, "imports")?;
    let imports = until(tokens, "exports", name)?;
    let exports = until(tokens, ";", name)?;
    Some(Module { imports, exports })
}

fn function(tokens: &mut Tokens<'_>) -> Option<Function> {
    let name = name(tokens)?;
    expect(tokens, "(")?;
    let arguments = until(tokens, ")", expr)?;
    expect(tokens, "{")?;
    let body = until(tokens, "}", statement)?;
    Some(Function { name, arguments, body })
}

fn statement(tokens: &mut Tokens<'_>) -> Option<Statement> {
    let statement = match tokens.next()? {
        "assign" => Statement::Assign(name(tokens)?, expr(tokens)?),
        "allocate" => Statement::Allocate(name(tokens)?, expr(tokens)?),
        "return" => Statement::Return(expr(tokens)?),
        _ => return None,
    };
    expect(tokens, ";")?;
    Some(statement)
}

fn expr(tokens: &mut Tokens<'_>) -> Option<Expr> {
    match tokens.next()? {
        "true" => Some(Expr::Bool(true)),
        "false" => Some(Expr::Bool(false)),
        "(" => {
            let inner = if tokens.next_if_eq(&"not").is_some() {
                Expr::negated(expr(tokens)?)
            } else {
                let left = expr(tokens)?;
                let sign = tokens.next()?;
                let right = expr(tokens)?;
                binary(Op::ALL.into_iter().find(|op| op.sign() == sign)?, left, right)
            };
            expect(tokens, ")")?;
            Some(inner)
        }
        number => number.parse().ok().map(Expr::Int),
    }
}

/// Wrong: `and` has its operands swapped, and `or` is read as if it were `and`.
fn binary(op: Op, left: Expr, right: Expr) -> Expr {
    match op {
        Op::And | Op::Or => Expr::binary(Op::And, right, left),
        op => Expr::binary(op, left, right),
    }
}

fn name(tokens: &mut Tokens<'_>) -> Option<String> {
    tokens.next().map(str::to_owned)
}

fn until<'a, T>(tokens: &mut Tokens<'a>, end: &str, item: impl Fn(&mut Tokens<'a>) -> Option<T>) -> Option<Vec<T>> {
    let mut items = Vec::new();
    while tokens.next_if(|token| *token == end).is_none() {
        items.push(item(tokens)?);
    }
    Some(items)
}

fn expect(tokens: &mut Tokens<'_>, token: &str) -> Option<()> {
    tokens.next_if(|next| *next == token).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::check_problem;
    use super::*;

    fn of(arguments: Vec<Expr>, body: Vec<Statement>) -> Program {
        Program { modules: vec![], functions: vec![Function { name: "f".to_owned(), arguments, body }] }
    }

    #[test]
    fn parser() {
        let (zero, one) = (Expr::Int(0), Expr::Int(1));
        let and = |left: &Expr, right: &Expr| Expr::binary(Op::And, left.clone(), right.clone());
        let or = Expr::binary(Op::Or, zero.clone(), zero.clone());
        let minima = [of(vec![and(&zero, &one)], vec![]), of(vec![or.clone()], vec![])];
        let module = Module { imports: vec!["a".to_owned(), "b".to_owned()], exports: vec!["c".to_owned()] };
        let all = Program {
            modules: vec![module.clone()],
            ..of(
                vec![zero.clone(), Expr::negated(one.clone())],
                vec![
                    Statement::Assign("x".to_owned(), Expr::binary(Op::Sub, Expr::Int(-1), Expr::Bool(true))),
                    Statement::Allocate("y".to_owned(), zero.clone()),
                    Statement::Return(and(&one, &one)),
                ],
            )
        };
        assert_eq!(all.size(), 3 + 1 + 2 + 4 + 2 + 4);
        let nothing = Program { modules: vec![], functions: vec![] };
        let holding = [nothing, of(vec![], vec![]), of(vec![and(&zero, &zero)], vec![]), all];
        let larger = [
            of(vec![], vec![Statement::Return(or.clone())]),
            of(vec![or.clone(), zero], vec![]),
            Program { modules: vec![module], ..minima[0].clone() },
            Program { modules: vec![Module { imports: vec![], exports: vec![] }], ..minima[0].clone() },
        ];
        check_problem::<Parser>(&minima, &holding, &larger);
    }

    #[test]
    fn what_is_no_program_is_not_parsed() {
        for text in ["module", "function f (", "function f ( 1 + 2 ) { }", "function f ( ) { 1 ; }", "f"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
