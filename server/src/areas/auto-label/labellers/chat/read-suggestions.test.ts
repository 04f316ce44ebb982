import { expect, test } from 'vitest'
import { type Reading, readSuggestions } from './read-suggestions.ts'

const shownPicture = { width: 1_280, height: 960 }
const image = { width: 2_560, height: 1_920 }
const reading: Reading = {
  labelType: 'target-detection',
  classes: ['cat', 'Dog house'],
  coordinates: 'auto',
  shownPicture,
  image,
}
const middle = { x: 640, y: 480, width: 1_280, height: 960 }
const cat = (fields: object) => JSON.stringify({ objects: [{ label: 'cat', score: 0.5, ...fields }] })

const dialects: Readonly<Record<string, string>> = {
  thousandths: cat({ box: [250, 250, 750, 750] }),
  shares: cat({ box: [0.25, 0.25, 0.75, 0.75] }),
  'as it was asked': '{"objects":[{"label":"cat","box":[250,250,750,750],"score":0.5}]}',
  'a bare list': '[{"label":"cat","bbox_2d":[250,250,750,750],"score":0.5}]',
  'one object alone': '{"label":"cat","box":[250,250,750,750],"score":0.5}',
  'in a fence': `\`\`\`json\n${cat({ box: [250, 250, 750, 750] })}\n\`\`\``,
  'among words': `Sure [1], here: ${cat({ box: [250, 250, 750, 750] })} Done {}.`,
  'behind thoughts': `<think>[{"label":"cat","box":[1,1,2,2]}]</think>${cat({ box: [250, 250, 750, 750] })}`,
  'rows first': cat({ box_2d: [250, 250, 750, 750] }),
  'two corners': cat({
    bbox: [
      [250, 250],
      [750, 750],
    ],
  }),
  'numbers as texts': cat({ box: ['250', '250', '750', '750'] }),
  'named edges': cat({ x1: 250, y1: 250, x2: 750, y2: 750 }),
  'named edges in a box': cat({ box: { xmin: 250, ymin: 250, xmax: 750, ymax: 750 } }),
  'with a size': cat({ bbox: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } }),
  'corners the other way round': cat({ box: [750, 750, 250, 250] }),
  'a score in percent': cat({ box: [250, 250, 750, 750], score: 50 }),
  'a score as a text': cat({ box: [250, 250, 750, 750], score: '0.5' }),
  'another case': cat({ label: ' CAT ', box: [250, 250, 750, 750] }),
  'in another object': JSON.stringify({ answer: JSON.parse(cat({ box: [250, 250, 750, 750] })) }),
  'another key': JSON.stringify({ detections: [{ class_name: 'cat', confidence: 0.5, bbox: [250, 250, 750, 750] }] }),
  'beside strangers': JSON.stringify({
    objects: [
      { label: 'unicorn', box: [1, 1, 5, 5] },
      { label: 'cat', box: 'everywhere' },
      { label: 'cat', box: [250, 250, 750, 750], score: 0.5 },
    ],
  }),
}

test.each(Object.entries(dialects))('a box is read: %s', (_, text) => {
  expect(readSuggestions(text, reading)).toEqual({
    predictions: [{ kind: 'box', box: middle, label: 'cat', labelIndex: 0, score: 0.5 }],
  })
})

test('pixels show themselves beyond 1000, or are what a person says', () => {
  const wide = cat({ box: [320, 240, 1_280, 720] })
  const box = { ...middle, width: 1_920 }
  expect(readSuggestions(wide, reading)).toMatchObject({ predictions: [{ box }] })
  const inPixels = readSuggestions(cat({ box: [320, 240, 960, 720] }), { ...reading, coordinates: 'pixels' })
  expect(inPixels).toMatchObject({ predictions: [{ box: middle }] })
})

test('an empty list says that nothing is there, and classes need no boxes', () => {
  expect(readSuggestions('{"objects": []}', reading)).toEqual({ predictions: [] })
  const classes = { ...reading, labelType: 'picture-classification' as const }
  expect(readSuggestions('{"labels": ["dog house"]}', classes)).toEqual({
    predictions: [{ kind: 'class', label: 'Dog house', labelIndex: 1, score: 1 }],
  })
})

const malformed: readonly (readonly [string, RegExp])[] = [
  ['', /empty/],
  ['   \n', /empty/],
  ['<think>it goes on and on', /empty/],
  ['I cannot help with that.', /no JSON list: I cannot/],
  ['null', /no JSON list/],
  ['42', /no JSON list/],
  ['"cat"', /no JSON list/],
  ['{', /no JSON list/],
  ['[', /no JSON list/],
  ['{}', /no JSON list/],
  ['{"objects"', /no JSON list/],
  ['{"objects": null}', /no JSON list/],
  ['{"objects": {}}', /no JSON list/],
  ['{"objects": "cat"}', /no JSON list/],
  ['[1, 2, 3, 4]', /no JSON list/],
  ['{"objects": [null]}', /no label/],
  ['{"objects": [[]]}', /no label/],
  ['{"objects": ["cat"]}', /no label/],
  ['{"objects": [{"box": [1, 2, 3, 4]}]}', /no label/],
  ['{"objects": [{"label": "", "box": [1, 2, 3, 4]}]}', /no label/],
  ['{"objects": [{"label": 7, "box": [1, 2, 3, 4]}]}', /no label/],
  ['{"objects": [{"label": "unicorn", "box": [1, 2, 3, 4]}]}', /“unicorn” is not asked for/],
  ['{"objects": [{"label": "__proto__", "box": [1, 2, 3, 4]}]}', /not asked for/],
  [cat({}), /not four numbers/],
  [cat({ box: null }), /not four numbers/],
  [cat({ box: 'left' }), /not four numbers/],
  [cat({ box: [] }), /not four numbers/],
  [cat({ box: [1, 2, 3] }), /not four numbers/],
  [cat({ box: [1, 2, 3, 4, 5] }), /not four numbers/],
  [cat({ box: [1, 2, 3, null] }), /not four numbers/],
  [cat({ box: [1, 2, 3, 'x'] }), /not four numbers/],
  [cat({ box: { left: 1 } }), /not four numbers/],
  ['{"objects": [{"label": "cat", "box": [1e999, 0, 1, 1]}]}', /not four numbers/],
  [cat({ box: [5, 5, 5, 9] }), /no box lies/],
  [cat({ box: [0, 0, 0, 0] }), /no box lies/],
  [cat({ box: [-500, -500, -100, -100] }), /no box lies/],
  [cat({ box: [5_000, 5_000, 9_000, 9_000] }), /no box lies/],
  [cat({ box: [1e30, 1e30, 1e31, 1e31] }), /no box lies/],
  [
    JSON.stringify({ objects: Array.from({ length: 1_001 }, () => ({ label: 'cat', box: [1, 1, 9, 9] })) }),
    /1001 objects/,
  ],
  ['[[[['.repeat(5_000), /no JSON list/],
  ['{"objects": [{"label": "cat", "box": [1, 2, 3, 4]', /no JSON list/],
]

const named = malformed.map(([text, problem]) => ({ name: text.slice(0, 60), text, problem }))

test.each(named)('R8.09 a reply that cannot be used is told: $name', ({ text, problem }) => {
  const result = readSuggestions(text, reading)
  if (!('problem' in result)) throw new Error('it was read')
  expect(result.problem.en).toMatch(problem)
  expect(result.problem.zh).toMatch(/\p{Script=Han}/u)
})
