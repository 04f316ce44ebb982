import type { Node, Rule } from './rule.ts'

const kinds = new Set(['box', 'polygon', 'mask', 'polyline', 'point', 'rotated-box', 'keypoints', 'cuboid'])
const comparisons = new Set(['===', '!==', '==', '!='])

/**
 * Label kinds are compared only in their implementations; shared code asks the registry, so that a new kind does not change it.
 */
export const labelKind: Rule = {
  create: (context) => {
    function compare(compared: Node, value: Node) {
      const [, kind = ''] = /^['"](.*)['"]$/.exec(context.sourceCode.getText(value)) ?? []
      if (!kinds.has(kind) || !/kind$/i.test(context.sourceCode.getText(compared))) return
      context.report({
        node: value,
        message: `Ask the registry of label kinds for what differs, instead of comparing with '${kind}'.`,
      })
    }
    return {
      BinaryExpression({ operator, left, right }) {
        if (!comparisons.has(operator)) return
        compare(left, right)
        compare(right, left)
      },
      SwitchStatement({ discriminant, cases }) {
        for (const { test } of cases) if (test) compare(discriminant, test)
      },
    }
  },
}
