import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Candidate } from '../../../server/src/testing/candidate.ts'

/** Milliseconds between two looks at who leads. */
const roleCheckInterval = 100

/** Hands connections to whichever server leads, as a load balancer does that looks at `/api/v1/health`. */
export async function startLeadProxy(candidates: () => readonly Candidate[]) {
  const open = new Set<Socket>()
  let leader: Candidate | undefined
  let isOver = false

  async function look(candidate: Candidate): Promise<boolean> {
    return candidate.isRunning() && (await candidate.role()) === 'leader'
  }

  async function follow(): Promise<void> {
    while (!isOver) {
      const all = candidates()
      const leads = await Promise.all(all.map(look))
      const now = all[leads.indexOf(true)]
      // Whoever is connected to one that does not answer any more connects again.
      if (now !== leader) for (const socket of open) socket.destroy()
      leader = now
      await sleep(roleCheckInterval)
    }
  }

  const server = createServer((client) => {
    if (leader === undefined) return void client.destroy()
    const there = connect(Number(new URL(leader.address).port), '127.0.0.1')
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      open.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const following = follow()
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leader: () => leader,
    async close(): Promise<void> {
      isOver = true
      await following
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
