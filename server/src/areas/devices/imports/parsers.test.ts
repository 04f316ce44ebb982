import { csvLine } from '@vermilion/contract/formats/csv/records'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRows } from './check-rows.ts'
import { readDeviceCsv } from './csv.ts'
import { hostMatcher, readSshConfig } from './openssh.ts'

test('R1.07 columns of a CSV stand in any order, with quotes, other headings and empty lines', () => {
  const text = [
    '\u{FEFF}Host,"User Name",tags,Notes,colour,name,PORT,kind,jump',
    '10.0.0.7,robot,lab; arm64,"says ""hello"",\nand more",red,left arm,2222,Board,gate',
    ',,,,,,,,',
    'gate.example,root,,,,gate,,cloud,',
  ].join('\r\n')
  const { rows, notes } = readDeviceCsv(text)
  expect(notes).toEqual([{ note: 'column-unknown', line: 1, detail: 'colour' }])
  const [arm, gate] = rows
  expect(arm).toMatchObject({ line: 2, problems: [] })
  expect(arm?.device).toMatchObject({ name: 'left arm', host: '10.0.0.7', port: 2222, username: 'robot', jump: 'gate' })
  expect(arm?.device).toMatchObject({ tags: ['lab', 'arm64'], notes: 'says "hello",\nand more', kind: 'board' })
  expect(gate?.device).toMatchObject({ name: 'gate', port: 22, kind: 'cloud', jump: null, tags: [] })
})

test('what is wrong with a row is told with the row, and a file without hosts is no list of devices', () => {
  const text = [
    'name,host,user,port,kind,jump',
    'a,-oProxyCommand=x,root,0,robot,nowhere',
    'b,b.local,,99999,,c',
    'c,c.local,root;id,22,,b',
    'a,a.local,root,22,,',
    'there,t.local,root,22,,',
  ].join('\n')
  const rows = checkRows(readDeviceCsv(text).rows, new Set(['there']))
  const problems = rows.map((row) => row.problems.map(({ problem }) => problem).toSorted())
  expect(problems).toEqual([
    ['host-invalid', 'jump-not-found', 'kind-unknown', 'port-invalid'],
    ['jump-loop', 'port-invalid', 'user-missing'],
    ['jump-loop', 'user-invalid'],
    ['name-repeated'],
    ['name-taken'],
  ])
  expect(rows[3]?.problems[0]?.line).toBe(2)
  expect(readDeviceCsv('name,user\na,b\n').notes).toMatchObject([{ note: 'column-missing', detail: 'host' }])
  expect(readDeviceCsv('host\n"a').notes).toMatchObject([{ note: 'line-invalid' }])
})

test('R1.07 devices of an OpenSSH configuration have the first value that fits, as ssh itself takes it', () => {
  const text = `
# robots
User shared
Include other/*
Host arm* !arm9 gate
    HostName=%h.robots.example
    Port = 2200
Host arm1 arm2 "arm 3"
  ProxyJump root@edge:22,ops@gate:2222
  User "nobody else"
  IdentityFile ~/.ssh/arm
Match exec "test -f /x"
  User matched
Host gate
  ProxyJump none
host *
  Port 22
  ProxyCommand nc %h %p
%%%
`
  const { rows, notes } = readSshConfig(text)
  expect(rows.map(({ device, line }) => ({ ...device, line }))).toMatchObject([
    { name: 'gate', host: 'gate.robots.example', port: 2200, username: 'shared', jump: null, line: 5 },
    { name: 'arm1', host: 'arm1.robots.example', port: 2200, username: 'shared', jump: 'gate', line: 8 },
    { name: 'arm2', jump: 'gate' },
    { name: 'arm 3', host: 'arm 3.robots.example' },
  ])
  expect(notes.map(({ note }) => note).toSorted()).toEqual([
    'identity-ignored',
    'include-ignored',
    'jump-shortened',
    'line-invalid',
    'match-ignored',
    'proxy-command-ignored',
  ])
})

test('patterns of hosts match as regular expressions of the same meaning do, also hostile ones', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
  const name = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
  fc.assert(
    fc.property(letters, name, (pattern, host) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`)
      expect(hostMatcher([pattern])(host)).toBe(expression.test(host))
    }),
  )
  expect(hostMatcher([`${'*a'.repeat(500)}b`])('a'.repeat(20_000))).toBe(false)
})

test('what was written as CSV is read as it was', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && !/[\r\0]/.test(text))
  const row = fc.record({ name: word, host: word, user: word, notes: word, port: fc.integer({ min: 1, max: 65_535 }) })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), (rows) => {
      const text = [
        'notes,port,user,host,name\n',
        ...rows.map((one) => csvLine([one.notes, one.port, one.user, one.host, one.name], { isGuarded: false })),
      ]
      const { rows: devices, notes } = readDeviceCsv(text.join(''))
      expect(notes).toEqual([])
      expect(devices.map(({ device }) => device)).toMatchObject(
        rows.map(({ user, ...rest }) => ({ ...rest, username: user })),
      )
    }),
  )
})

test('no text makes the readers fail', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.constantFrom('Host ', 'User ', 'host,', '"', '\n', '*', '=', 'Match ', ',', ';', '\r', '#'), {
        maxLength: 60,
      })
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (content) => {
      checkRows(readDeviceCsv(content).rows, new Set())
      checkRows(readSshConfig(content).rows, new Set())
    }),
  )
})
