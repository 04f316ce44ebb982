import { errorCatalogue } from '@vermilion/contract/kernel/errors'
import { expect, test } from 'vitest'
import { combine, countCombinations, noChoice } from './combinations.ts'
import { problemText } from './problem-text.ts'
import { readItems } from './read-items.ts'

const naming = {
  titlesOf: (column: string) => (column === 'floor' ? ['地面'] : []),
  wordOf: (_: string, word: string) => (word === '猫' ? 'cat' : word),
}

test('R3.09 items are read from a table with titles, in any order and language, quoted or not', () => {
  const table = 'Small Animal,地面,weight,words\nmouse,tile,3,"wet, dark"\n,wood,,\n'
  expect(readItems(table, naming)).toMatchObject({
    items: [
      { scene: '', floor: 'tile', smallAnimal: 'mouse', smallAnimalCount: 1, words: 'wet, dark', weight: 3 },
      { floor: 'wood', smallAnimal: '', weight: 1 },
    ],
    problems: [],
  })
})

test('R3.09 without titles the columns have their order; rows of a spreadsheet are separated by tabs', () => {
  const { items } = readItems('kitchen\ttile\tspill\t2\t\t\t猫\t1', naming)
  expect(items).toMatchObject([{ scene: 'kitchen', floor: 'tile', dirt: 'spill', dirtCount: 2, animal: 'cat' }])
})

test('R3.09 a line whose number cannot be is left out and told, the others are read', () => {
  const table =
    'scene,dirt,dirtCount,weight\nkitchen,spill,many,1\nhallway,mud,31,1\nworkshop,dust,3,0\nkitchen,dust,2,1\n'
  const { items, problems } = readItems(table, naming)
  expect(items).toMatchObject([{ scene: 'kitchen', dirt: 'dust', dirtCount: 2 }])
  expect(problems).toEqual([
    { line: 2, column: 'dirtCount', value: 'many' },
    { line: 3, column: 'dirtCount', value: '31' },
    { line: 4, column: 'weight', value: '0' },
  ])
  expect(readItems('a,"b', naming).problems).toEqual([{ line: 1, column: null, value: '' }])
})

test('R3.09 combinations are every word with every other one, and counted before they are made', () => {
  const words = { ...noChoice.words, floor: ['tile', 'wood'], animal: ['cat', 'dog', 'fox'] }
  const choice = { words, counts: { ...noChoice.counts, animal: 2 } }
  const items = combine(choice)
  expect(items.map(({ floor, animal, animalCount }) => [floor, animal, animalCount])).toEqual([
    ['tile', 'cat', 2],
    ['tile', 'dog', 2],
    ['tile', 'fox', 2],
    ['wood', 'cat', 2],
    ['wood', 'dog', 2],
    ['wood', 'fox', 2],
  ])
  expect(countCombinations(choice)).toBe(items.length)
  expect([countCombinations(noChoice), combine(noChoice)]).toEqual([0, []])
})

test('R5.06 R5.07 R5.08 the form says of a config what the server says', () => {
  for (const error of Object.keys(problemText.en) as (keyof typeof problemText.en)[]) {
    expect({ en: problemText.en[error], zh: problemText.zh[error] }).toEqual(errorCatalogue[error].text)
  }
})
