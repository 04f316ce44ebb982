import type { Rule } from './rule.ts'

const shown = new Set(['alt', 'aria-label', 'description', 'label', 'message', 'placeholder', 'subTitle', 'title'])

/** What an attribute shows to a user comes from the catalogues too. Text between tags is react/jsx-no-literals' part. */
export const attributeText: Rule = {
  create: (context) => ({
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !shown.has(name.name)) return
      if (value?.type !== 'Literal' || typeof value.value !== 'string' || !/\p{L}/u.test(value.value)) return
      context.report({ node: value, message: `Take the text of ${name.name} from the catalogues of both languages.` })
    },
  }),
}
