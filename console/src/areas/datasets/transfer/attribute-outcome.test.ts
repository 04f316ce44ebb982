import { expect, test } from 'vitest'
import { outcomeOf } from './attribute-outcome.ts'

const nothing = { name: 'pose', numbers: 0, flags: 0, texts: [], more: 0 }
const pose = { id: 'a', name: 'pose', type: 'select' as const, options: ['sits', 'lies'] }

test('R2.24 before an import it is known which values of attributes will be read', () => {
  const sits = { text: 'sits', count: 4 }
  const flies = { text: 'flies', count: 1 }
  expect(outcomeOf({ ...nothing, texts: [sits] }, [pose])).toEqual({ kind: 'read', read: 4, all: 4 })
  expect(outcomeOf({ ...nothing, texts: [sits, flies] }, [pose])).toEqual({ kind: 'some', read: 4, all: 5 })
  expect(outcomeOf({ ...nothing, flags: 2 }, [pose])).toEqual({ kind: 'none', read: 0, all: 2 })
  expect(outcomeOf({ ...nothing, texts: [sits], more: 1 }, [pose])).toEqual({ kind: 'atLeast', read: 4, all: 5 })
  expect(outcomeOf({ ...nothing, texts: [flies], more: 1 }, [pose])).toEqual({ kind: 'atLeast', read: 0, all: 2 })
  expect(outcomeOf({ ...nothing, texts: [sits] }, [])).toEqual({ kind: 'unknown', read: 0, all: 4 })
  const label = { id: 'a', name: 'pose', type: 'text' as const }
  expect(outcomeOf({ ...nothing, texts: [flies], more: 3 }, [label])).toEqual({ kind: 'read', read: 4, all: 4 })
  expect(outcomeOf({ ...nothing, numbers: 3 }, [label])).toMatchObject({ kind: 'none' })
})
