import { expect, test } from 'vitest'
import type { Subject } from '../harness.ts'

export function inputTests(subject: () => Subject): void {
  test('what cannot run is refused with words, before anything starts', async () => {
    const { executor, bench } = subject()
    const { check } = executor
    const ready = bench.shell('ready', 'true')
    expect(await check(ready)).toEqual([])
    expect(await check({ ...ready, argv: ['sh'] })).toEqual([expect.stringContaining('absolute')])
    expect(await check({ ...ready, argv: ['/bin/sh', 'a\0b'] })).toEqual([expect.stringContaining('zero byte')])
    expect(await check({ ...ready, environment: { A: 'b\0' } })).toEqual([expect.stringContaining('zero byte')])
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`V${at}`, 'x'.repeat(100_000)]))
    expect(await check({ ...ready, environment: many })).toEqual([expect.stringContaining('larger')])
    const badNames = { 'A=B': '', '': '', 'a-b': '', 'new\nline': '' }
    expect(await check({ ...ready, environment: badNames })).toHaveLength(4)
    for (const name of ['../escape', 'a/b', '', '.', 'new\nline', '$(id)']) {
      expect(await check({ ...ready, name }), name).toHaveLength(1)
    }
    for (const role of ['', 'Worker', '../x', 'a-b', 'a b']) {
      const instances = [{ role, index: 0, environment: {} }] as const
      expect(await check({ ...ready, instances }), role).toHaveLength(1)
    }
    await expect(executor.start({ ...ready, argv: ['sh'] }, 'run')).rejects.toThrow('absolute')
  })

  test('a program that is not there is told, whether before the start or by it', async () => {
    const { executor, bench } = subject()
    const missing = bench.spec('missing', ['/nowhere/program'])
    if (executor.capabilities.queues) {
      const handle = await executor.start(missing, 'run')
      const { exit, instances } = await bench.over(handle)
      expect(exit?.code).not.toBe(0)
      expect(instances[0]?.condition?.name).toBe('start-failed')
      expect(instances[0]?.condition?.detail).toContain('/nowhere/program')
      return executor.clean(handle)
    }
    await expect(executor.start(missing, 'run')).rejects.toThrow('/nowhere/program')
    expect((await executor.list()).map(({ handle }) => handle)).not.toContain('missing/run')
  })

  test('arguments reach the program exactly', async () => {
    const { executor, bench } = subject()
    const argv = ['a b', '"q" \'t\'', 'new\nline', '$(touch x) `id` ; rm -rf *', '', '火-🐦', '--', '-n', '\\', '../..']
    const script = String.raw`for each; do printf '%s\000' "$each"; done`
    const handle = await executor.start(bench.spec('exact', ['/bin/sh', '-c', script, 'sh', ...argv]), 'run')
    await bench.over(handle)
    expect((await bench.log(handle)).split('\0').slice(0, -1)).toEqual(argv)
  })

  test('the environment is the declared one, exactly: no secret of the server reaches a command', async () => {
    const { executor, bench } = subject()
    process.env['VERMILION_TEST_SECRET'] = 'must not leak'
    const declared = {
      ...bench.shell('any', '').environment,
      folder: '/x',
      code: '7',
      TEXT: 'two\nlines $(id) `id` "\' 火',
      LONG: 'x'.repeat(100_000),
    }
    const handle = await executor.start(bench.shell('environment', 'env -0', { environment: declared }), 'run')
    await bench.over(handle)
    delete process.env['VERMILION_TEST_SECRET']
    const entries = (await bench.log(handle)).split('\0').slice(0, -1)
    const match = Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s).slice(0, 2) as [string, string]))
    // A cluster tells each command its own address.
    for (const name of Object.keys(match)) if (name.startsWith('KUBERNETES_')) delete match[name]
    for (const name of ['PWD', 'OLDPWD', 'SHLVL', '_', 'HOME', 'HOSTNAME', 'TERM', 'container']) delete match[name]
    expect(match).toEqual(declared)
  })
}
