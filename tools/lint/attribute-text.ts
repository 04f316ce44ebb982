import type { Rule } from './rule.ts'

type Visitor = ReturnType<Rule['create']>
type Visited<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0]
/** Expressions in positions whose text is displayed. */
type Value =
  | Visited<'JSXExpressionContainer'>['expression']
  | Visited<'JSXAttribute'>['value']
  | Visited<'Property'>['value']

/** Attributes with user-visible text in HTML, antd and our own components. */
const visibleAttributes =
  /^(?:alt|aria-(?:description|label|placeholder|roledescription|valuetext)|cancelText|content|description|emptyText|extra|failure|heading|help|hint|label|message|okText|placeholder|subTitle|text|title|tooltip)$/

/** A word, not a unit or a sign. */
const word = /\p{L}{2}|\p{Script=Han}/u

/**
 * Requires displayed text to come from the catalogs: in attributes, in expressions between tags, and in objects passed to
 * components. Bare text between tags is left to react/jsx-no-literals.
 */
export const attributeText: Rule = {
  create: (context) => {
    function inspect(node: Value, where: string): void {
      if (!node) return
      if (node.type === 'Literal' && typeof node.value === 'string' && word.test(node.value)) report(node, where)
      else if (node.type === 'TemplateLiteral') {
        if (node.quasis.some(({ value }) => word.test(value.cooked ?? ''))) report(node, where)
      } else if (node.type === 'ConditionalExpression') {
        inspect(node.consequent, where)
        inspect(node.alternate, where)
      } else if (node.type === 'LogicalExpression') {
        inspect(node.left, where)
        inspect(node.right, where)
      } else if (node.type === 'JSXExpressionContainer') inspect(node.expression, where)
    }
    const report = (node: NonNullable<Value>, where: string) =>
      context.report({ node, message: `Take the text of ${where} from the catalogues of both languages.` })
    const isScreen = context.filename.endsWith('.tsx')
    return {
      JSXAttribute({ name, value }) {
        if (name.type === 'JSXIdentifier' && visibleAttributes.test(name.name)) inspect(value, name.name)
      },
      JSXExpressionContainer(node) {
        if (node.parent.type === 'JSXElement' || node.parent.type === 'JSXFragment')
          inspect(node.expression, 'the page')
      },
      Property({ key, value }) {
        if (isScreen && key.type === 'Identifier' && visibleAttributes.test(key.name)) inspect(value, key.name)
      },
    }
  },
}
