import { endpoint } from '@vermilion/contract/kernel/endpoint'
import { expect, test } from 'vitest'
import { checkComplete } from './completeness.ts'

const summary = { en: '', zh: '' }
const addNote = endpoint('POST', '/notes', { summary })
const listNotes = endpoint('GET', '/notes', { summary })

test('a contract and what is mounted must be the same set', () => {
  expect(() => checkComplete({ notes: { addNote, listNotes } }, [addNote])).toThrow('without a handler: GET /notes')
  expect(() => checkComplete({ notes: { addNote } }, [addNote, listNotes])).toThrow('not in the contract: GET /notes')
})
