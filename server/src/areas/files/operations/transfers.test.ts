import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { fileAt } from '../testing/space-with.ts'
import { expectTrueCounters, treeOf, treeSpace } from '../testing/tree.ts'
import type { Tree } from '../testing/tree.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => expectTrueCounters(server))

const { moveFiles, copyFiles } = fileOperationEndpoints

const space = (tree: Tree) => treeSpace(server, tree)

describe('R2.37 moving and copying', () => {
  const start: Tree = { 'a/1.txt': 'one', 'a/b/2.txt': 'two', 'x/1.txt': 'other', 'top.txt': 'top', 'a/empty/': '' }
  interface Case {
    readonly what: string
    readonly how?: 'move' | 'copy'
    readonly start?: Tree
    readonly files?: readonly string[]
    readonly folders?: readonly string[]
    readonly filter?: object
    readonly except?: readonly string[]
    readonly to: string
    readonly conflict?: 'skip' | 'keep-both' | 'replace'
    readonly gives: Tree
    readonly answer?: object
  }
  const rest = { 'a/b/2.txt': 'two', 'a/empty/': '' }
  const alike: Tree = { 'a/1.txt': 'one', 'b/1.txt': 'two', 'c/1.txt': 'three' }
  const emptied = { 'a/': '', 'b/': '', 'c/': '' }
  const cases: Case[] = [
    {
      what: 'files to places that others of them leave',
      start: { 'x/x/1.txt': 'outer', 'x/x/x/1.txt': 'inner' },
      folders: ['x/x'],
      to: '',
      conflict: 'skip',
      gives: { 'x/1.txt': 'outer', 'x/x/1.txt': 'inner' },
      answer: { files: 2, skipped: 0 },
    },
    {
      what: 'files of one name into a folder, keeping all',
      start: alike,
      files: Object.keys(alike),
      to: 'x',
      conflict: 'keep-both',
      gives: { ...emptied, 'x/1.txt': 'one', 'x/1 (2).txt': 'two', 'x/1 (3).txt': 'three' },
      answer: { files: 3, skipped: 0 },
    },
    {
      what: 'files of one name into a folder, of which the last remains',
      start: alike,
      files: Object.keys(alike),
      to: 'x',
      conflict: 'replace',
      gives: { ...emptied, 'x/1.txt': 'three' },
      answer: { files: 3, skipped: 0 },
    },
    {
      what: 'files of one name into a folder, of which the first remains',
      how: 'copy',
      start: alike,
      files: Object.keys(alike),
      to: 'x',
      conflict: 'skip',
      gives: { ...alike, 'x/1.txt': 'one' },
      answer: { files: 1, skipped: 2 },
    },
    {
      what: 'a file into a folder',
      files: ['top.txt'],
      to: 'x',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'x/top.txt': 'top' },
      answer: { files: 1, skipped: 0 },
    },
    {
      what: 'a file into a folder that is not there yet',
      files: ['top.txt'],
      to: 'new/deep',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'new/deep/top.txt': 'top' },
    },
    {
      what: 'a file to a name that is taken, keeping both',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'keep-both',
      gives: { ...rest, 'x/1.txt': 'other', 'x/1 (2).txt': 'one', 'top.txt': 'top' },
    },
    {
      what: 'a file to a name that is taken, skipping',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'skip',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top' },
      answer: { files: 0, skipped: 1 },
    },
    {
      what: 'a file to a name that is taken, replacing',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'replace',
      gives: { ...rest, 'x/1.txt': 'one', 'top.txt': 'top' },
    },
    {
      what: 'a file to where it is',
      files: ['top.txt'],
      to: '',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top' },
      answer: { files: 0, skipped: 0 },
    },
    {
      what: 'a folder with all below it, empty ones too',
      folders: ['a'],
      to: 'x',
      gives: { 'x/1.txt': 'other', 'x/a/1.txt': 'one', 'x/a/b/2.txt': 'two', 'x/a/empty/': '', 'top.txt': 'top' },
      answer: { files: 2, skipped: 0 },
    },
    {
      what: 'a folder onto one of its name: the two become one',
      start: { 'a/1.txt': 'one', 'a/2.txt': 'two', 'x/a/1.txt': 'other' },
      folders: ['a'],
      to: 'x',
      conflict: 'keep-both',
      gives: { 'x/a/1.txt': 'other', 'x/a/1 (2).txt': 'one', 'x/a/2.txt': 'two' },
    },
    {
      what: 'a folder onto one of its name, skipping: what is skipped stays, with its folder',
      start: { 'a/1.txt': 'one', 'a/2.txt': 'two', 'a/b/3.txt': 'three', 'x/a/1.txt': 'other' },
      folders: ['a'],
      to: 'x',
      conflict: 'skip',
      gives: { 'a/1.txt': 'one', 'x/a/1.txt': 'other', 'x/a/2.txt': 'two', 'x/a/b/3.txt': 'three' },
      answer: { files: 2, skipped: 1 },
    },
    {
      what: 'a folder to the name of a file gets a number',
      start: { 'a/1.txt': 'one', 'x/a': 'a file' },
      folders: ['a'],
      to: 'x',
      conflict: 'keep-both',
      gives: { 'x/a': 'a file', 'x/a (2)/1.txt': 'one' },
    },
    {
      what: 'a file to the name of a folder gets a number',
      start: { name: 'file', 'x/name/1.txt': 'one' },
      files: ['name'],
      to: 'x',
      conflict: 'keep-both',
      gives: { 'x/name/1.txt': 'one', 'x/name (2)': 'file' },
    },
    {
      what: 'a file never replaces a folder',
      start: { name: 'file', 'x/name/1.txt': 'one' },
      files: ['name'],
      to: 'x',
      conflict: 'replace',
      gives: { name: 'file', 'x/name/1.txt': 'one' },
      answer: { files: 0, skipped: 1 },
    },
    {
      what: 'files of one name out of several folders',
      start: { 'a/i.txt': '1', 'b/i.txt': '2', 'c/i.txt': '3', 'd/': '' },
      files: ['a/i.txt', 'b/i.txt', 'c/i.txt'],
      to: 'd',
      conflict: 'keep-both',
      gives: { 'a/': '', 'b/': '', 'c/': '', 'd/i.txt': '1', 'd/i (2).txt': '2', 'd/i (3).txt': '3' },
    },
    {
      what: 'what a filter finds, but one',
      filter: { folder: '', recursive: true, search: '*.txt' },
      except: ['top.txt'],
      to: 'all',
      conflict: 'keep-both',
      gives: {
        'a/empty/': '',
        'a/b/': '',
        'a/': '',
        'x/': '',
        'all/1.txt': 'one',
        'all/1 (2).txt': 'other',
        'all/2.txt': 'two',
        'top.txt': 'top',
      },
      answer: { files: 3 },
    },
    {
      what: 'a file that is named, in a selected folder, and found: once',
      files: ['a/1.txt'],
      folders: ['a'],
      filter: { folder: 'a', recursive: true },
      to: 'x/y',
      gives: { 'x/1.txt': 'other', 'x/y/1.txt': 'one', 'x/y/a/b/2.txt': 'two', 'x/y/a/empty/': '', 'top.txt': 'top' },
      answer: { files: 2 },
    },
    {
      what: 'a copy of a file beside it',
      how: 'copy',
      files: ['top.txt'],
      to: '',
      conflict: 'keep-both',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top', 'top (2).txt': 'top' },
    },
    {
      what: 'a copy of a file onto itself, replacing',
      how: 'copy',
      files: ['top.txt'],
      to: '',
      conflict: 'replace',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'other', 'top.txt': 'top' },
      answer: { files: 0, skipped: 1 },
    },
    {
      what: 'a copy of a folder beside it',
      how: 'copy',
      folders: ['a'],
      to: '',
      conflict: 'keep-both',
      gives: {
        'a/1.txt': 'one',
        ...rest,
        'a (2)/1.txt': 'one',
        'a (2)/b/2.txt': 'two',
        'a (2)/empty/': '',
        'x/1.txt': 'other',
        'top.txt': 'top',
      },
    },
    {
      what: 'a copy of everything into a folder of itself ends',
      how: 'copy',
      filter: { folder: '', recursive: true },
      to: 'x',
      conflict: 'keep-both',
      gives: {
        'a/1.txt': 'one',
        ...rest,
        'x/1.txt': 'other',
        'x/1 (2).txt': 'one',
        'x/1 (3).txt': 'other',
        'x/2.txt': 'two',
        'x/top.txt': 'top',
        'top.txt': 'top',
      },
      answer: { files: 4 },
    },
    {
      what: 'a copy to a name that is taken, replacing',
      how: 'copy',
      files: ['a/1.txt'],
      to: 'x',
      conflict: 'replace',
      gives: { 'a/1.txt': 'one', ...rest, 'x/1.txt': 'one', 'top.txt': 'top' },
    },
  ]

  test.each(cases)('$what', async ({ how = 'move', files = [], folders = [], filter, except = [], to, ...rest }) => {
    const spaceId = await space(rest.start ?? start)
    const ids = async (paths: readonly string[]) => {
      const fileIds: string[] = []
      for (const path of paths) fileIds.push((await fileAt(server, spaceId, path)).id)
      return fileIds
    }
    const selection = { fileIds: await ids(files), folders: [...folders], filter, except: await ids(except) }
    const body = { selection, target: { spaceId, folder: to }, conflict: rest.conflict }
    const response = await server.call(how === 'move' ? moveFiles : copyFiles, { params: { spaceId }, body })
    expect(await treeOf(server, spaceId)).toEqual(withParents(rest.gives))
    expect(response).toMatchObject({ workId: null, ...rest.answer })
  })
})

function withParents(tree: Tree): Tree {
  const expectedTree = { ...tree }
  const holdsFile = (folder: string) => Object.keys(tree).some((path) => !path.endsWith('/') && path.startsWith(folder))
  for (const path of Object.keys(tree).filter((each) => each.endsWith('/'))) {
    const parts = path.slice(0, -1).split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const above = `${parts.slice(0, depth).join('/')}/`
      if (!holdsFile(above)) expectedTree[above] = ''
    }
  }
  return expectedTree
}
