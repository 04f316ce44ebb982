import { expect, test } from 'vitest'
import { listedAddresses } from './listed-addresses.ts'

const listUrl = 'https://list.example/data/list'

/** As `path < address`, and as `problem: example`, however the content is cut into parts. */
async function entriesOf(text: string): Promise<string[]> {
  const results = await Promise.all([1, 7, 1_000_000].map((size) => read(Buffer.from(text), size)))
  for (const result of results) expect(result).toEqual(results[0])
  return results[0] ?? []
}

async function read(content: Buffer, size: number): Promise<string[]> {
  async function* parts() {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
  }
  const entries = await Array.fromAsync(listedAddresses(parts(), listUrl))
  return entries.map((entry) =>
    'url' in entry ? `${entry.path} < ${entry.url}` : `${entry.problem.en}: ${entry.example}`,
  )
}

const noAddress = 'entries without an address of http or https'

test('text has an address a line; blank lines and comments are none', async () => {
  const text =
    '\uFEFF# pictures\n\nhttps://a.example/x/%C3%BC%20b.jpg\r\n  http://b.example:81/c.png?size=1#top \n# more\nnot one\nftp://a.example/x.jpg\nhttps://ada:secret@c.example/x.jpg\nhttps://a.example'
  expect(await entriesOf(text)).toEqual([
    'a.example/x/ü b.jpg < https://a.example/x/%C3%BC%20b.jpg',
    'b.example:81/c.png < http://b.example:81/c.png?size=1',
    `${noAddress}: not one`,
    `${noAddress}: ftp://a.example/x.jpg`,
    'addresses with a user name or a password: c.example',
    'a.example < https://a.example/',
  ])
})

test('CSV has a column of addresses by its name, also relative to the list, or the only one that has any', async () => {
  expect(await entriesOf('Id,URL,Name\n1,"https://a.example/x,1.jpg",cats/one.jpg\n2,images/b.jpg,\n3,,\n')).toEqual([
    'cats/one.jpg < https://a.example/x,1.jpg',
    'list.example/data/images/b.jpg < https://list.example/data/images/b.jpg',
    `${noAddress}: 3  `,
  ])
  expect(await entriesOf('id;quelle;note\n1;https://a.example/1.jpg;"a ""dog""\nand more"\n')).toEqual([
    'a.example/1.jpg < https://a.example/1.jpg',
  ])
  expect(await entriesOf('https://a.example/1.jpg,cat\nhttps://a.example/2.jpg,dog')).toEqual([
    'a.example/1.jpg < https://a.example/1.jpg',
    'a.example/2.jpg < https://a.example/2.jpg',
  ])
  expect(await entriesOf('a,b\nhttps://a.example/1.jpg,https://a.example/2.jpg\n')).toEqual([
    `${noAddress}: https://a.example/1.jpg https://a.example/2.jpg`,
  ])
})

test('JSON is an array of texts or objects, or has an object a line', async () => {
  const list = ['https://a.example/1.jpg', 7, { url: 'https://a.example/{2}.jpg', name: '/t/a.jpg', more: { x: '"}' } }]
  expect(await entriesOf(JSON.stringify(list, null, 2))).toEqual([
    'a.example/1.jpg < https://a.example/1.jpg',
    `${noAddress}: 7`,
    't/a.jpg < https://a.example/%7B2%7D.jpg',
  ])
  const rows = [
    { file_name: 'a.jpg', coco_url: 'https://a.example/9' },
    { image: 'https://a.example/8.jpg', id: 1 },
  ]
  expect(await entriesOf(rows.map((row) => JSON.stringify(row)).join('\n'))).toEqual([
    'a.jpg < https://a.example/9',
    'a.example/8.jpg < https://a.example/8.jpg',
  ])
})

test('names lead nowhere else, and what is no list has no entries', async () => {
  expect(await entriesOf('https://a.example/..%2F..%2Fetc%2Fpasswd\nhttps://a.example//x///%2e%2e/y%FF.jpg/')).toEqual([
    'a.example/..%2F..%2Fetc%2Fpasswd < https://a.example/..%2F..%2Fetc%2Fpasswd',
    expect.stringMatching(/^a\.example\/[^.]*y%FF\.jpg < /),
  ])
  expect(await entriesOf('<!doctype html>\n<p>Sign in</p>\n')).toEqual([`${noAddress}: <p>Sign in</p>`])
  await expect(read(Buffer.from(`https://a.example/1\n${'x'.repeat(200_000)}`), 1_000)).rejects.toThrow(
    'a line is too long',
  )
})
