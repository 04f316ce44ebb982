import { criterion, standardDraft, type Criterion } from '@vermilion/contract/data-evaluations/standards'
import { expect, test } from 'vitest'
import {
  blankCriterion,
  copyName,
  differingKeys,
  draftOf,
  sharesOf,
  type TypedCriterion,
  typedOf,
} from './standard-values.ts'

const typed = (en: string, zh = '', more: Partial<TypedCriterion> = {}): TypedCriterion => ({
  ...blankCriterion,
  name: { en, zh },
  description: { en: '0 is bad', zh: '' },
  ...more,
})
const draft = (...criteria: TypedCriterion[]) => draftOf({ name: ' Own ', description: '', criteria })
const keysOf = (...criteria: TypedCriterion[]) => draft(...criteria).criteria.map(({ key }) => key)

const sharp: Criterion = {
  key: 'focus',
  name: { en: 'Sharp', zh: '清晰' },
  description: { en: 'Sharp', zh: '清晰' },
  weight: 2,
}
const standard = {
  id: 's',
  name: 'Own',
  description: '',
  criteria: [sharp],
  version: 3,
  builtIn: false,
  createdBy: 'admin',
  updatedAt: null,
}

test('what is typed in one language is said in both, and fits the contract', () => {
  const own = draft(typed('Sharp'), typed('', '清晰'))
  expect(own.name).toBe('Own')
  expect(own.criteria.map(({ name }) => name)).toEqual([
    { en: 'Sharp', zh: 'Sharp' },
    { en: '清晰', zh: '清晰' },
  ])
  expect(own.criteria.map(({ description }) => description.zh)).toEqual(['0 is bad', '0 is bad'])
  expect(standardDraft.parse(own)).toEqual(own)
})

test('each criterion gets a key of its own, whatever it is called', () => {
  const names = ['Light & shadow', 'light shadow', '光影', '材质', '3 D look', 'long '.repeat(20), '!!!']
  const keys = keysOf(...names.map((name) => typed(name)))
  expect(keys.slice(0, 5)).toEqual(['light-shadow', 'light-shadow-2', 'criterion', 'criterion-2', 'd-look'])
  expect(new Set(keys).size).toBe(names.length)
  for (const key of keys) expect(criterion.shape.key.safeParse(key).success).toBe(true)
})

test('a criterion keeps its key for as long as its name stays, and no other one takes it', () => {
  const { criteria } = typedOf(standard)
  expect(keysOf(...criteria)).toEqual(['focus'])
  expect(keysOf(typed('Focus'), ...criteria)).toEqual(['focus-2', 'focus'])
  expect(keysOf(...criteria.map((one) => ({ ...one, name: { en: 'In focus', zh: '' } })))).toEqual(['in-focus'])
  expect(typedOf(standard).baseVersion).toBe(3)
})

test('shares of weights add up to one, and an unfit weight has none', () => {
  expect(sharesOf([2, 1, 1])).toEqual([0.5, 0.25, 0.25])
  expect(sharesOf([3, null, -1])).toEqual([1, 0, 0])
  expect(sharesOf([null])).toEqual([null])
})

test('a copy gets the first name that is free', () => {
  const nameOf = (number: number) => `copy ${number}`
  expect(copyName([{ name: 'copy 1' }, { name: 'copy 3' }], nameOf)).toBe('copy 2')
})

test('two versions differ in what either has, or says otherwise', () => {
  const light = { ...sharp, key: 'light' }
  expect([...differingKeys([sharp, light], [sharp])]).toEqual(['light'])
  expect([...differingKeys([sharp], [{ ...sharp, weight: 1 }])]).toEqual(['focus'])
  expect([...differingKeys([sharp], [sharp])]).toEqual([])
})
