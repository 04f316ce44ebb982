import { type ImportPreviewRow, maxImportRows } from '@vermilion/contract/devices/imports'
import { matchGlob } from '../collections/pattern.ts'
import { cutDraft, type ImportDraft, maxNotes, noteOf, readPort } from './draft.ts'

/** Blocks with wildcards are compared with every name. */
const maxPatternBlocks = 500

interface Block {
  readonly patterns: readonly string[]
  readonly line: number
  /** First values by lowercase keyword, with their line. */
  readonly values: Map<string, { value: string; line: number }>
}

/** As in OpenSSH, the first value of all matching blocks wins, so `Host *` holds defaults. */
export function readSshConfig(text: string): ImportDraft {
  const { blocks, notes } = readBlocks(text)
  const blocksOf = blockIndex(blocks)
  const rows: ImportPreviewRow[] = []
  const names = new Set<string>()
  for (const { patterns, line } of blocks)
    for (const name of patterns) {
      if (!isPlain(name) || names.has(name) || rows.length > maxImportRows) continue
      names.add(name)
      rows.push(rowOf({ name, line }, blocksOf(name), notes))
    }
  return cutDraft({ rows, notes })
}

const isPlain = (pattern: string) => !/[*?!]/.test(pattern)

function blockIndex(blocks: readonly Block[]): (name: string) => Block[] {
  const withPatterns = blocks
    .filter(({ patterns, values }) => values.size > 0 && !patterns.every(isPlain))
    .map((block) => ({ block, isFor: hostMatcher(block.patterns) }))
  const plain = new Map<string, Block[]>()
  for (const block of blocks)
    if (block.patterns.every(isPlain))
      for (const name of new Set(block.patterns)) {
        const others = plain.get(name)
        if (others === undefined) plain.set(name, [block])
        else others.push(block)
      }
  return (name) =>
    [...(plain.get(name) ?? []), ...withPatterns.filter(({ isFor }) => isFor(name)).map(({ block }) => block)].toSorted(
      (a, b) => a.line - b.line,
    )
}

function readBlocks(text: string): { blocks: Block[]; notes: ImportDraft['notes'] } {
  const notes: ImportDraft['notes'] = []
  const newBlock = (patterns: readonly string[], line: number): Block => ({ patterns, line, values: new Map() })
  let block = newBlock(['*'], 0)
  const blocks = [block]
  let patternBlocks = 0
  for (const [index, raw] of text
    .replace(/^\u{FEFF}/u, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1
    const content = raw.trim()
    if (content === '' || content.startsWith('#')) continue
    // Keyword and value are separated by white space, or one equals sign.
    const [, keyword = '', value = ''] = /^([A-Za-z]+)(?:\s*=\s*|\s+)(.+)$/s.exec(content) ?? []
    const word = keyword.toLowerCase()
    if (keyword === '') notes.push(noteOf('line-invalid', line, content))
    else if (word === 'host') {
      block = newBlock(splitWords(value), line)
      if (block.patterns.every(isPlain) || (patternBlocks += 1) <= maxPatternBlocks) blocks.push(block)
      else notes.push(noteOf('line-invalid', line, content))
    }
    // Conditions of `Match` can only be evaluated by OpenSSH.
    else if (word === 'match') {
      notes.push(noteOf('match-ignored', line, value))
      block = newBlock([], line)
    } else if (word === 'include') notes.push(noteOf('include-ignored', line, value))
    else if (!block.values.has(word)) block.values.set(word, { value: splitWords(value)[0] ?? '', line })
  }
  return { blocks, notes: notes.slice(0, maxNotes) }
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

export function hostMatcher(patterns: readonly string[]): (name: string) => boolean {
  const refused = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const accepted = patterns.filter((pattern) => !pattern.startsWith('!'))
  return (name) =>
    accepted.some((pattern) => matchGlob(pattern, name)) && !refused.some((pattern) => matchGlob(pattern, name))
}

function rowOf(
  { name, line }: { name: string; line: number },
  matching: readonly Block[],
  notes: ImportDraft['notes'],
): ImportPreviewRow {
  const first = (word: string) => {
    for (const { values } of matching) {
      const entry = values.get(word)
      if (entry !== undefined) return entry
    }
    return undefined
  }
  const noteOnce = (...[note, at, detail]: Parameters<typeof noteOf>) => {
    const added = noteOf(note, at, detail)
    if (!notes.some((one) => one.note === note && one.line === at)) notes.push(added)
  }
  const identity = first('identityfile')
  if (identity !== undefined) noteOnce('identity-ignored', identity.line, identity.value)
  const command = first('proxycommand')
  if (command !== undefined && command.value.toLowerCase() !== 'none')
    noteOnce('proxy-command-ignored', command.line, command.value)
  const proxyJump = first('proxyjump')
  const hops = proxyJump === undefined || proxyJump.value.toLowerCase() === 'none' ? [] : proxyJump.value.split(',')
  if (proxyJump !== undefined && hops.length > 1) noteOnce('jump-shortened', proxyJump.line, proxyJump.value)
  const { port, problems } = readPort(first('port')?.value ?? '')
  return {
    line,
    device: {
      name,
      host: (first('hostname')?.value ?? name).replaceAll('%h', name).replaceAll('%%', '%'),
      port,
      username: first('user')?.value ?? '',
      kind: 'board',
      group: '',
      tags: [],
      jump: hops.length === 0 ? null : jumpName(hops.at(-1) ?? ''),
      notes: '',
    },
    problems,
  }
}

/** Extracts the host of `user@host:port` or `ssh://user@host:port`, which names the jump device. */
function jumpName(hop: string): string | null {
  const address = hop
    .trim()
    .replace(/^ssh:\/\//i, '')
    .replace(/^.*@/, '')
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([^:]*):\d+$/, '$1') || null
}
