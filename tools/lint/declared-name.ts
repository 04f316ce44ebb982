import type { Rule } from './rule.ts'

type Visitor = ReturnType<Rule['create']>
type Visited<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0]
type Function = Visited<'FunctionDeclaration'> | Visited<'ArrowFunctionExpression'>
/** Nodes that declare names: an identifier or a destructuring pattern. */
type Pattern =
  | Function['params'][number]
  | Visited<'AssignmentPattern'>['left']
  | Visited<'ArrayPattern'>['elements'][number]
  | Visited<'Property'>['value']
  | Visited<'RestElement'>
  | Visited<'RestElement'>['argument']

/** Names that say nothing of what they stand for, each with what to say instead. CONTRIBUTING.md has the glossary. */
const refused: Readonly<Record<string, string>> = {
  found: 'its type: row, file, match',
  known: 'existing, current, or its type',
  before: 'previous',
  place: 'index, position, path or location',
  places: 'indices, positions or paths',
  asked: 'request, or requested',
  answer: 'response, reply or result',
  answers: 'responses or results',
  shown: 'visible, or what is displayed',
  ended: 'outcome, isEnded or its type',
  whole: 'full, complete or all',
  kept: 'saved, stored or retained',
  told: 'reported, or its type',
  gone: 'removed or missing',
  heard: 'received',
  taken: 'used, occupied or accepted',
  seen: 'visited or observed',
  given: 'input, or its type',
  chosen: 'selected',
  wanted: 'requested or expected',
  said: 'message or text',
  begun: 'started',
  wish: 'request or preference',
  wishes: 'requests or preferences',
}

/** Refuses these names for variables, parameters, functions, types and classes, not for fields. */
export const declaredName: Rule = {
  create: (context) => {
    function check(node: Pattern | null): void {
      if (!node) return
      if (node.type === 'Identifier') {
        const word = node.name.charAt(0).toLowerCase() + node.name.slice(1)
        const instead = Object.hasOwn(refused, word) ? refused[word] : undefined
        if (instead !== undefined)
          context.report({ node, message: `Name what it is instead of '${node.name}': ${instead}.` })
      } else if (node.type === 'AssignmentPattern') check(node.left)
      else if (node.type === 'RestElement') check(node.argument)
      else if (node.type === 'ArrayPattern') for (const element of node.elements) check(element)
      else if (node.type === 'ObjectPattern') {
        for (const property of node.properties) {
          if (property.type === 'RestElement') check(property)
          // A shorthand repeats the name of a field, which may belong to the API.
          else if (!property.shorthand) check(property.value)
        }
      }
    }
    const checkFunction = ({ id, params }: Pick<Function, 'id' | 'params'>) => {
      check(id)
      for (const parameter of params) check(parameter)
    }
    return {
      VariableDeclarator: ({ id }) => check(id),
      FunctionDeclaration: (node) => checkFunction(node),
      FunctionExpression: (node) => checkFunction(node),
      ArrowFunctionExpression: (node) => checkFunction(node),
      ClassDeclaration: ({ id }) => check(id),
      TSTypeAliasDeclaration: ({ id }) => check(id),
      TSInterfaceDeclaration: ({ id }) => check(id),
    }
  },
}
