import { maxObjectsPerKind } from '@vermilion/contract/generations/config'
import { itemThings, type WorkflowCapabilities } from '@vermilion/contract/generations/engines'

interface ItemRequest {
  readonly description: string
  readonly count: number
  readonly capabilities: WorkflowCapabilities
}

const text = { type: 'string' }
const number = { type: 'integer', minimum: 0, maximum: maxObjectsPerKind }

/** JSON Schema of the reply; strict schemas require all fields, and no others. */
export function itemSchema({ vocabulary, words }: WorkflowCapabilities): object {
  const things = itemThings.map((thing) => {
    return [thing, vocabulary === null ? text : { type: 'string', enum: ['', ...vocabulary[thing]] }] as const
  })
  const counts = ['dirtCount', 'smallAnimalCount', 'animalCount'].map((field) => [field, number] as const)
  const properties = Object.fromEntries([...things, ...counts, ...(words ? [['words', text] as const] : [])])
  const item = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  const items = { type: 'array', items: item }
  return { type: 'object', properties: { items }, required: ['items'], additionalProperties: false }
}

/** The description is untrusted data, so it is a separate message, unchanged. */
export function itemMessages({ description, count, capabilities }: ItemRequest) {
  const { vocabulary, words } = capabilities
  const lists =
    vocabulary === null
      ? ['Every field is a few words in English.']
      : itemThings.map((thing) => `${thing} is one of: ${vocabulary[thing].join(', ')}; or empty.`)
  const instructions = [
    'You write the list of images that are to be generated for training a vision model.',
    `Answer with JSON alone: {"items": [ … ]} with exactly ${count} items, each an image or a kind of image.`,
    'Fields of an item: scene, floor, dirt, dirtCount, smallAnimal, smallAnimalCount, animal, animalCount' +
      (words ? ', words.' : '.'),
    ...lists,
    'A count says how many of the thing are seen. A thing that is not seen is an empty text with the count 0.',
    ...(words ? ['words says what else is seen and how: light, view, style. In English.'] : []),
    'Items differ from one another, and follow the wish of the user, which may be in any language.',
  ]
  return [
    { role: 'system', content: instructions.join('\n') },
    { role: 'user', content: description },
  ] as const
}

export function repairMessages(text: string, reason: string | null) {
  const problem = reason === null ? 'There was no list of items in it.' : `No item fits: ${reason}.`
  return [
    { role: 'assistant', content: text.slice(0, 20_000) },
    { role: 'user', content: `${problem} Answer again, with the JSON alone and nothing around it.` },
  ] as const
}
