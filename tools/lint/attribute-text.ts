import type { Rule } from './rule.ts'

type Visitor = ReturnType<Rule['create']>
type Visited<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0]
/** What may stand where a text is shown. */
type Value =
  | Visited<'JSXExpressionContainer'>['expression']
  | Visited<'JSXAttribute'>['value']
  | Visited<'Property'>['value']

/** What a user sees, hears or gets by pointing: of HTML, of antd and of our own components. */
const visibleAttributes =
  /^(?:alt|aria-(?:description|label|placeholder|roledescription|valuetext)|cancelText|content|description|emptyText|extra|failure|heading|help|hint|label|message|okText|placeholder|subTitle|title|tooltip|words)$/

/** A word, not a unit or a sign. */
const word = /\p{L}{2}|\p{Script=Han}/u

/**
 * What is shown to a user comes from the catalogues: in attributes, in expressions between tags, and in what is handed
 * to a component as an object. Bare text between tags is react/jsx-no-literals' part.
 */
export const attributeText: Rule = {
  create: (context) => {
    function look(node: Value, where: string): void {
      if (!node) return
      if (node.type === 'Literal' && typeof node.value === 'string' && word.test(node.value)) tell(node, where)
      else if (node.type === 'TemplateLiteral') {
        if (node.quasis.some(({ value }) => word.test(value.cooked ?? ''))) tell(node, where)
      } else if (node.type === 'ConditionalExpression') {
        look(node.consequent, where)
        look(node.alternate, where)
      } else if (node.type === 'LogicalExpression') {
        look(node.left, where)
        look(node.right, where)
      } else if (node.type === 'JSXExpressionContainer') look(node.expression, where)
    }
    const tell = (node: NonNullable<Value>, where: string) =>
      context.report({ node, message: `Take the text of ${where} from the catalogues of both languages.` })
    const isScreen = context.filename.endsWith('.tsx')
    return {
      JSXAttribute({ name, value }) {
        if (name.type === 'JSXIdentifier' && visibleAttributes.test(name.name)) look(value, name.name)
      },
      JSXExpressionContainer(node) {
        if (node.parent.type === 'JSXElement' || node.parent.type === 'JSXFragment') look(node.expression, 'the page')
      },
      Property({ key, value }) {
        if (isScreen && key.type === 'Identifier' && visibleAttributes.test(key.name)) look(value, key.name)
      },
    }
  },
}
