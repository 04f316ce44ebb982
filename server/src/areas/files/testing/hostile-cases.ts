import { randomBytes } from 'node:crypto'
import { gzip, tarOf, zipOf } from './hostile-archives.ts'
import { text } from './space-with.ts'

interface ArchiveCase {
  readonly words: string
  readonly ending: 'zip' | 'tar' | 'tar.gz' | 'tgz'
  readonly make: () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>
  readonly paths: readonly string[]
  readonly skipped?: readonly string[]
  readonly failed?: RegExp
}

const good = { name: 'good.txt', content: text('good') }
const inZip = (name: string | Uint8Array, reason: string, words = String(name)): ArchiveCase => ({
  words: `zip: the entry ${JSON.stringify(words)}`,
  ending: 'zip',
  make: () => zipOf([{ name, content: text('evil') }, good]),
  paths: ['good.txt'],
  skipped: [reason],
})

const tarLinks = [
  ['a link out of the folder', { name: 'evil', type: 'symlink', linkname: '../../../../etc/passwd' }, 'links'],
  ['an absolute link', { name: 'evil', type: 'symlink', linkname: '/etc/passwd' }, 'links'],
  ['a hard link', { name: 'evil', type: 'link', linkname: '../../vermilion.db' }, 'links'],
  ['a device', { name: 'evil', type: 'character-device', devmajor: 1, devminor: 3 }, 'devices'],
  ['a block device', { name: 'evil', type: 'block-device', devmajor: 8, devminor: 0 }, 'devices'],
  ['a pipe', { name: 'evil', type: 'fifo' }, 'devices'],
] as const

export const archives: readonly ArchiveCase[] = [
  inZip('../escape.txt', 'part ..'),
  inZip('../../../../../../tmp/escape.txt', 'part ..'),
  inZip('a/../../escape.txt', 'part ..'),
  inZip('..\\escape.txt', 'part ..'),
  inZip('a\\..\\..\\escape.txt', 'part ..'),
  inZip('/etc/passwd', 'not relative'),
  inZip('\\\\server\\share\\evil.txt', 'not relative'),
  inZip('C:\\evil.txt', 'not relative'),
  inZip('C:/evil.txt', 'not relative'),
  inZip('evil\u0000.txt', 'control characters'),
  inZip('evil\n.txt', 'control characters'),
  inZip('evil\u202Etxt.exe', 'control characters'),
  inZip('a//evil.txt', 'no name'),
  inZip('a/./evil.txt', 'part .'),
  inZip('x'.repeat(256), '255 bytes', '256 bytes'),
  inZip(`${'d/'.repeat(600)}deep`, 'characters', 'too deep'),
  inZip('', 'empty'),
  inZip('__MACOSX/._evil', 'operating system'),
  {
    words: 'zip: usable names of every script are kept',
    ending: 'zip',
    make: () =>
      zipOf(
        ['猫.txt', '👩‍👧.txt', '.hidden', 'con', 'nul.txt', 'x'.repeat(255)].map((name) => ({
          name,
          content: text(name),
        })),
      ),
    paths: ['猫.txt', '👩‍👧.txt', '.hidden', 'con', 'nul.txt', 'x'.repeat(255)],
  },
  {
    words: 'zip: a link is not followed',
    ending: 'zip',
    make: () =>
      zipOf([
        { name: 'evil', content: text('/etc/passwd'), mode: 0o120777 },
        { name: 'evil/x', content: text('x') },
      ]),
    paths: ['evil/x'],
    skipped: ['links'],
  },
  {
    words: 'zip: a device is none',
    ending: 'zip',
    make: () => zipOf([{ name: 'evil', mode: 0o060666 }, good]),
    paths: ['good.txt'],
    skipped: ['devices'],
  },
  {
    words: 'zip: an encrypted entry',
    ending: 'zip',
    make: () => zipOf([{ name: 'secret.txt', content: text('x'), flags: 0x801 }, good]),
    paths: ['good.txt'],
    skipped: ['encrypted'],
  },
  {
    words: 'zip: an unknown way of packing',
    ending: 'zip',
    make: () => zipOf([{ name: 'odd.txt', content: text('x'), method: 99 }, good]),
    paths: ['good.txt'],
    skipped: ['not supported'],
  },
  {
    words: 'zip: an entry that holds more than it says',
    ending: 'zip',
    make: () => zipOf([{ name: 'more.txt', content: text('x'.repeat(10_000)), size: 10 }, good]),
    paths: ['good.txt'],
    skipped: ['damaged'],
  },
  {
    words: 'zip: an entry that holds less than it says',
    ending: 'zip',
    make: () => zipOf([{ name: 'less.txt', content: text('x'), size: 10_000 }, good]),
    paths: ['good.txt'],
    skipped: ['damaged'],
  },
  {
    words: 'zip: an entry of another checksum than it says',
    ending: 'zip',
    make: () => zipOf([{ name: 'wrong.txt', content: text('x'), crc32: 1 }, good]),
    paths: ['good.txt'],
    skipped: ['damaged'],
  },
  {
    words: 'zip: bytes that do not inflate',
    ending: 'zip',
    make: () => zipOf([{ name: 'junk.txt', content: text('x'), packed: randomBytes(50), size: 100 }, good]),
    paths: ['good.txt'],
    skipped: ['damaged'],
  },
  {
    words: 'zip: one that says it is 4 GiB large',
    ending: 'zip',
    make: () => zipOf([{ name: 'huge.bin', content: text('x'), size: 0xffff_fffe }]),
    paths: [],
    failed: /unpacks to more than/,
  },
  {
    words: 'zip: archives in it stay archives',
    ending: 'zip',
    make: () => zipOf([{ name: 'inner.zip', content: zipOf([good]) }]),
    paths: ['inner.zip'],
  },
  {
    words: 'zip: a file where another entry has a folder',
    ending: 'zip',
    make: () =>
      zipOf([
        { name: 'a', content: text('a') },
        { name: 'a/b', content: text('b') },
      ]),
    paths: ['a'],
    skipped: ['is a file'],
  },
  {
    words: 'zip: the same name twice',
    ending: 'zip',
    make: () =>
      zipOf([
        { name: 'a', content: text('1') },
        { name: 'a', content: text('2') },
      ]),
    paths: ['a'],
    skipped: ['already'],
  },
  { words: 'zip: nothing in it', ending: 'zip', make: () => zipOf([]), paths: [] },
  {
    words: 'zip: no zip at all',
    ending: 'zip',
    make: () => new Uint8Array(randomBytes(3_000)),
    paths: [],
    failed: /damaged/,
  },
  { words: 'zip: of no bytes', ending: 'zip', make: () => new Uint8Array(), paths: [], failed: /damaged/ },
  {
    words: 'zip: cut off',
    ending: 'zip',
    make: () => zipOf([good, { name: 'b', content: randomBytes(9_000) }]).slice(0, 5_000),
    paths: [],
    failed: /damaged/,
  },
  {
    words: 'zip: its directory is overwritten',
    ending: 'zip',
    make() {
      const zip = zipOf([good, { name: 'b', content: randomBytes(9_000) }])
      zip.fill(0, zip.length - 100, zip.length - 22)
      return zip
    },
    paths: [],
    failed: /damaged/,
  },
  ...tarLinks.map(([words, header, reason]): ArchiveCase => ({
    words: `tar: ${words}`,
    ending: 'tar',
    make: () => tarOf([header, { name: 'good.txt', content: 'good' }]),
    paths: ['good.txt'],
    skipped: [reason],
  })),
  ...['../escape.txt', '/etc/passwd', 'a/../../escape.txt', 'evil\n.txt'].map((name): ArchiveCase => ({
    words: `tar: the entry ${JSON.stringify(name)}`,
    ending: 'tar',
    make: () =>
      tarOf([
        { name, content: 'evil' },
        { name: 'good.txt', content: 'good' },
      ]),
    paths: ['good.txt'],
    skipped: [name.includes('..') ? 'part ..' : name.startsWith('/') ? 'not relative' : 'control'],
  })),
  {
    words: 'tar: no tar at all',
    ending: 'tar',
    make: () => new Uint8Array(randomBytes(3_000)),
    paths: [],
    failed: /damaged/,
  },
  {
    words: 'tar.gz: no gzip at all',
    ending: 'tar.gz',
    make: () => new Uint8Array(randomBytes(3_000)),
    paths: [],
    failed: /damaged/,
  },
  {
    words: 'tar.gz: cut off, what came before is kept',
    ending: 'tgz',
    async make() {
      const complete = gzip(
        await tarOf([
          { name: 'first.txt', content: 'first' },
          { name: 'b', content: randomBytes(60_000).toString('hex') },
        ]),
      )
      return complete.slice(0, 30_000)
    },
    paths: ['first.txt'],
    skipped: ['damaged'],
    failed: /damaged/,
  },
  {
    words: 'tar.gz: a bomb',
    ending: 'tar.gz',
    make: async () => gzip(await tarOf([{ name: 'zeros.bin', content: '\0'.repeat(300 * 1024 * 1024) }])),
    paths: [],
    failed: /unpacks to more than/,
  },
]
