import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { tryPool } from '../testing/pool-trials.ts'

test('R2.10 a place is tried before a pool of it is added: what it has, or why it cannot be used', async () => {
  const server = await startTestServer()
  try {
    const check = (body: { executor: 'local' | 'container'; address: string | null }) =>
      server.call(poolEndpoints.checkPool, { body })
    const here = await check({ executor: 'local', address: null })
    expect(here.problem).toBeNull()
    expect(here.cpu).toBeGreaterThan(0)
    expect(here.memoryBytes).toBeGreaterThan(0)
    expect(await tryPool(server, { executor: 'local' })).toMatchObject({ status: 'passed', text: { en: '' } })
    await expect.poll(async () => (await readdir(join(server.data, 'tasks'))).join()).not.toContain('trial')

    const away = await check({ executor: 'container', address: 'unix:///nowhere/docker.sock' })
    expect(away).toMatchObject({ cpu: null, memoryBytes: null, accelerators: [] })
    expect(away.problem).not.toBeNull()
    expect(await reasonOf(check({ executor: 'container', address: 'nowhere' }))).toBe('pool.address-invalid')
    expect(await server.call(poolEndpoints.listPools, {})).toHaveLength(1)
  } finally {
    await server.stop()
  }
})
