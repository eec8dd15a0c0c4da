//! The walk through syntax that everything here shares.
//!
//! It stands in for syn's visitors, which are compiled anew, with some two hundred functions, for each type that
//! visits. Here whoever walks is behind a pointer, so that there is one copy. It also leaves out what no macro looks
//! at: attributes, labels, and the items in a block, whose names and control flow are their own.

use syn::punctuated::Punctuated;
use syn::{
    AngleBracketedGenericArguments, Arm, Block, BoundLifetimes, CapturedParam, Expr, ExprArray, ExprAssign, ExprAsync,
    ExprAwait, ExprBinary, ExprBlock, ExprBreak, ExprConst, ExprField, ExprGroup, ExprIndex, ExprLoop, ExprParen,
    ExprRange, ExprRawAddr, ExprReference, ExprRepeat, ExprReturn, ExprTry, ExprTryBlock, ExprTuple, ExprUnary,
    ExprUnsafe, ExprYield, GenericArgument, GenericParam, Lifetime, Macro, ParenthesizedGenericArguments, Pat,
    PatParen, PatReference, PatSlice, PatTuple, Path, PathArguments, QSelf, ReturnType, Stmt, Token, Type, TypeGroup,
    TypeImplTrait, TypeParamBound, TypeParen, TypePtr, TypeSlice, TypeTraitObject,
};

/// A piece of syntax that a walk comes to.
pub(crate) enum Node<'n> {
    Expr(&'n mut Expr),
    Block(&'n mut Block),
    Stmt(&'n mut Stmt),
    Arm(&'n mut Arm),
    Pat(&'n mut Pat),
    Type(&'n mut Type),
    Path(&'n mut Path),
    /// The arguments in `Vec<T>` and `iter.sum::<T>()`.
    Arguments(&'n mut AngleBracketedGenericArguments),
    /// The arguments and the result in `Fn(A) -> B`.
    Function(&'n mut ParenthesizedGenericArguments),
    Lifetime(&'n mut Lifetime),
    Macro(&'n mut Macro),
}

type Visit<'v> = &'v mut dyn FnMut(Node<'_>);

/// Visits what is directly inside of a node, from left to right. Going deeper is up to the visitor, by another `walk`.
pub(crate) fn walk(node: Node<'_>, visit: Visit<'_>) {
    match node {
        Node::Expr(expr) => walk_expr(expr, visit),
        Node::Block(block) => block.stmts.iter_mut().for_each(|stmt| visit(Node::Stmt(stmt))),
        Node::Stmt(stmt) => walk_stmt(stmt, visit),
        Node::Arm(arm) => {
            visit(Node::Pat(&mut arm.pat));
            visit(Node::Expr(&mut arm.body));
        }
        Node::Pat(pat) => walk_pat(pat, visit),
        Node::Type(ty) => walk_type(ty, visit),
        Node::Path(path) => {
            for segment in &mut path.segments {
                match &mut segment.arguments {
                    PathArguments::None => {}
                    PathArguments::AngleBracketed(arguments) => visit(Node::Arguments(arguments)),
                    PathArguments::Parenthesized(function) => visit(Node::Function(function)),
                }
            }
        }
        Node::Arguments(arguments) => arguments.args.iter_mut().for_each(|argument| walk_argument(argument, visit)),
        Node::Function(function) => {
            function.inputs.iter_mut().for_each(|input| visit(Node::Type(&mut input.ty)));
            walk_output(&mut function.output, visit);
        }
        Node::Macro(mac) => visit(Node::Path(&mut mac.path)),
        Node::Lifetime(_) => {}
    }
}

fn walk_expr(expr: &mut Expr, visit: Visit<'_>) {
    match expr {
        Expr::Array(ExprArray { elems, .. }) | Expr::Tuple(ExprTuple { elems, .. }) => walk_exprs(elems, visit),
        Expr::Await(ExprAwait { base: inner, .. })
        | Expr::Field(ExprField { base: inner, .. })
        | Expr::Group(ExprGroup { expr: inner, .. })
        | Expr::Paren(ExprParen { expr: inner, .. })
        | Expr::RawAddr(ExprRawAddr { expr: inner, .. })
        | Expr::Reference(ExprReference { expr: inner, .. })
        | Expr::Try(ExprTry { expr: inner, .. })
        | Expr::Unary(ExprUnary { expr: inner, .. })
        | Expr::Break(ExprBreak { expr: Some(inner), .. })
        | Expr::Return(ExprReturn { expr: Some(inner), .. })
        | Expr::Yield(ExprYield { expr: Some(inner), .. }) => visit(Node::Expr(inner)),
        Expr::Assign(ExprAssign { left, right, .. })
        | Expr::Binary(ExprBinary { left, right, .. })
        | Expr::Index(ExprIndex { expr: left, index: right, .. })
        | Expr::Repeat(ExprRepeat { expr: left, len: right, .. }) => {
            visit(Node::Expr(left));
            visit(Node::Expr(right));
        }
        Expr::Async(ExprAsync { block, .. })
        | Expr::Block(ExprBlock { block, .. })
        | Expr::Const(ExprConst { block, .. })
        | Expr::Loop(ExprLoop { body: block, .. })
        | Expr::TryBlock(ExprTryBlock { block, .. })
        | Expr::Unsafe(ExprUnsafe { block, .. }) => visit(Node::Block(block)),
        Expr::Call(call) => {
            visit(Node::Expr(&mut call.func));
            walk_exprs(&mut call.args, visit);
        }
        Expr::Cast(cast) => {
            visit(Node::Expr(&mut cast.expr));
            visit(Node::Type(&mut cast.ty));
        }
        Expr::Closure(closure) => {
            walk_bound_lifetimes(closure.lifetimes.as_mut(), visit);
            walk_pats(&mut closure.inputs, visit);
            walk_output(&mut closure.output, visit);
            visit(Node::Expr(&mut closure.body));
        }
        Expr::ForLoop(each) => {
            visit(Node::Pat(&mut each.pat));
            visit(Node::Expr(&mut each.expr));
            visit(Node::Block(&mut each.body));
        }
        Expr::If(branch) => {
            visit(Node::Expr(&mut branch.cond));
            visit(Node::Block(&mut branch.then_branch));
            if let Some((_, otherwise)) = &mut branch.else_branch {
                visit(Node::Expr(otherwise));
            }
        }
        Expr::Let(bound) => {
            visit(Node::Pat(&mut bound.pat));
            visit(Node::Expr(&mut bound.expr));
        }
        Expr::Macro(mac) => visit(Node::Macro(&mut mac.mac)),
        Expr::Match(chosen) => {
            visit(Node::Expr(&mut chosen.expr));
            chosen.arms.iter_mut().for_each(|arm| visit(Node::Arm(arm)));
        }
        Expr::MethodCall(call) => {
            visit(Node::Expr(&mut call.receiver));
            if let Some(turbofish) = &mut call.turbofish {
                visit(Node::Arguments(turbofish));
            }
            walk_exprs(&mut call.args, visit);
        }
        Expr::Path(path) => walk_path(path.qself.as_mut(), &mut path.path, visit),
        Expr::Range(range) => walk_range(range, visit),
        Expr::Struct(built) => {
            walk_path(built.qself.as_mut(), &mut built.path, visit);
            built.fields.iter_mut().for_each(|field| visit(Node::Expr(&mut field.expr)));
            if let Some(rest) = &mut built.rest {
                visit(Node::Expr(rest));
            }
        }
        Expr::While(each) => {
            visit(Node::Expr(&mut each.cond));
            visit(Node::Block(&mut each.body));
        }
        _ => {}
    }
}

fn walk_exprs(exprs: &mut Punctuated<Expr, Token![,]>, visit: Visit<'_>) {
    exprs.iter_mut().for_each(|expr| visit(Node::Expr(expr)));
}

fn walk_range(range: &mut ExprRange, visit: Visit<'_>) {
    if let Some(start) = &mut range.start {
        visit(Node::Expr(start));
    }
    if let Some(end) = &mut range.end {
        visit(Node::Expr(end));
    }
}

fn walk_stmt(stmt: &mut Stmt, visit: Visit<'_>) {
    match stmt {
        Stmt::Local(local) => {
            visit(Node::Pat(&mut local.pat));
            if let Some(init) = &mut local.init {
                visit(Node::Expr(&mut init.expr));
                if let Some((_, otherwise)) = &mut init.diverge {
                    visit(Node::Expr(otherwise));
                }
            }
        }
        Stmt::Expr(expr, _) => visit(Node::Expr(expr)),
        Stmt::Macro(mac) => visit(Node::Macro(&mut mac.mac)),
        Stmt::Item(_) => {}
    }
}

fn walk_pat(pat: &mut Pat, visit: Visit<'_>) {
    match pat {
        Pat::Const(constant) => visit(Node::Block(&mut constant.block)),
        Pat::Guard(guarded) => {
            visit(Node::Pat(&mut guarded.pat));
            visit(Node::Expr(&mut guarded.guard));
        }
        Pat::Ident(name) => {
            if let Some((_, inner)) = &mut name.subpat {
                visit(Node::Pat(inner));
            }
        }
        Pat::Macro(mac) => visit(Node::Macro(&mut mac.mac)),
        Pat::Or(any) => any.cases.iter_mut().for_each(|case| visit(Node::Pat(case))),
        Pat::Paren(PatParen { pat, .. }) | Pat::Reference(PatReference { pat, .. }) => visit(Node::Pat(pat)),
        Pat::Path(path) => walk_path(path.qself.as_mut(), &mut path.path, visit),
        Pat::Range(range) => walk_range(range, visit),
        Pat::Slice(PatSlice { elems, .. }) | Pat::Tuple(PatTuple { elems, .. }) => walk_pats(elems, visit),
        Pat::Struct(made) => {
            walk_path(made.qself.as_mut(), &mut made.path, visit);
            made.fields.iter_mut().for_each(|field| visit(Node::Pat(&mut field.pat)));
        }
        Pat::TupleStruct(made) => {
            walk_path(made.qself.as_mut(), &mut made.path, visit);
            walk_pats(&mut made.elems, visit);
        }
        Pat::Type(typed) => {
            visit(Node::Pat(&mut typed.pat));
            visit(Node::Type(&mut typed.ty));
        }
        _ => {}
    }
}

fn walk_pats(pats: &mut Punctuated<Pat, Token![,]>, visit: Visit<'_>) {
    pats.iter_mut().for_each(|pat| visit(Node::Pat(pat)));
}

fn walk_type(ty: &mut Type, visit: Visit<'_>) {
    match ty {
        Type::Array(array) => {
            visit(Node::Type(&mut array.elem));
            visit(Node::Expr(&mut array.len));
        }
        Type::FnPtr(function) => {
            walk_bound_lifetimes(function.lifetimes.as_mut(), visit);
            function.inputs.iter_mut().for_each(|input| visit(Node::Type(&mut input.ty)));
            walk_output(&mut function.output, visit);
        }
        Type::Group(TypeGroup { elem, .. })
        | Type::Paren(TypeParen { elem, .. })
        | Type::Ptr(TypePtr { elem, .. })
        | Type::Slice(TypeSlice { elem, .. }) => visit(Node::Type(elem)),
        Type::ImplTrait(TypeImplTrait { bounds, .. }) | Type::TraitObject(TypeTraitObject { bounds, .. }) => {
            walk_bounds(bounds, visit);
        }
        Type::Macro(mac) => visit(Node::Macro(&mut mac.mac)),
        Type::Path(path) => walk_path(path.qself.as_mut(), &mut path.path, visit),
        Type::Reference(reference) => {
            if let Some(lifetime) = &mut reference.lifetime {
                visit(Node::Lifetime(lifetime));
            }
            visit(Node::Type(&mut reference.elem));
        }
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|elem| visit(Node::Type(elem))),
        _ => {}
    }
}

fn walk_path(qself: Option<&mut QSelf>, path: &mut Path, visit: Visit<'_>) {
    if let Some(qself) = qself {
        visit(Node::Type(&mut qself.ty));
    }
    visit(Node::Path(path));
}

fn walk_argument(argument: &mut GenericArgument, visit: Visit<'_>) {
    let generics = match argument {
        GenericArgument::AssocType(assoc) => assoc.generics.as_mut(),
        GenericArgument::AssocConst(assoc) => assoc.generics.as_mut(),
        GenericArgument::Constraint(constraint) => constraint.generics.as_mut(),
        _ => None,
    };
    if let Some(generics) = generics {
        visit(Node::Arguments(generics));
    }
    match argument {
        GenericArgument::Lifetime(lifetime) => visit(Node::Lifetime(lifetime)),
        GenericArgument::Type(ty) => visit(Node::Type(ty)),
        GenericArgument::Const(value) => visit(Node::Expr(value)),
        GenericArgument::AssocType(assoc) => visit(Node::Type(&mut assoc.ty)),
        GenericArgument::AssocConst(assoc) => visit(Node::Expr(&mut assoc.value)),
        GenericArgument::Constraint(constraint) => walk_bounds(&mut constraint.bounds, visit),
        _ => {}
    }
}

fn walk_bounds(bounds: &mut Punctuated<TypeParamBound, Token![+]>, visit: Visit<'_>) {
    for bound in bounds {
        match bound {
            TypeParamBound::Trait(bound) => {
                walk_bound_lifetimes(bound.lifetimes.as_mut(), visit);
                visit(Node::Path(&mut bound.path));
            }
            TypeParamBound::Lifetime(lifetime) => visit(Node::Lifetime(lifetime)),
            TypeParamBound::PreciseCapture(capture) => {
                for param in &mut capture.params {
                    if let CapturedParam::Lifetime(lifetime) = param {
                        visit(Node::Lifetime(lifetime));
                    }
                }
            }
            _ => {}
        }
    }
}

/// The names in `for<'a>`.
fn walk_bound_lifetimes(bound: Option<&mut BoundLifetimes>, visit: Visit<'_>) {
    let Some(bound) = bound else { return };
    for param in &mut bound.lifetimes {
        if let GenericParam::Lifetime(param) = param {
            visit(Node::Lifetime(&mut param.lifetime));
        }
    }
}

fn walk_output(output: &mut ReturnType, visit: Visit<'_>) {
    if let ReturnType::Type(_, ty) = output {
        visit(Node::Type(ty));
    }
}
