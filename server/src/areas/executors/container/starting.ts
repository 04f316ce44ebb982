import { createStartInTurn } from '../port/in-turn.ts'
import type { Executor, StartOptions } from '../port/executor.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { checkSpec, silence } from './check.ts'
import { hasFile, ifKnown, messageOf } from './engine.ts'
import type { Engine } from './engine.ts'
import { bringImage } from './image.ts'
import { inspectContainer } from './inspect-container.ts'
import { orderOf } from './order.ts'
import { hasBegun, noteBeginning } from './runs.ts'
import type { KnownRun, Runs } from './runs.ts'
import { phaseOf } from './status.ts'

interface StarterNeeds {
  runs: Runs
  address: string
  forget(run: KnownRun): Promise<void>
}

/** Creates all containers of a run before starting any. Reuses those of an interrupted start. */
export function createStarter(engine: Engine, { runs, address, forget }: StarterNeeds): Executor['start'] {
  async function startOnce(spec: RunSpec, handle: string, options: StartOptions): Promise<string> {
    const earlier = await runs.read(handle)
    if (await hasBegun(earlier)) {
      await begin(engine, earlier)
      return handle
    }
    await engine.facts().catch((error: unknown) => {
      throw new Error(silence(address, error), { cause: error })
    })
    const problem = (await checkSpec(engine, spec, address))[0]
    if (problem) throw new Error(problem)
    options.signal?.throwIfAborted()
    await bringImage(engine, spec.image ?? '', options)
    const run = await runs.plan(handle, spec)
    try {
      await make(engine, { run, spec, handle })
      options.signal?.throwIfAborted()
      await noteBeginning(run)
      await begin(engine, run)
    } catch (error) {
      await forget(run)
      throw new Error(messageOf(error), { cause: error })
    }
    return handle
  }

  return createStartInTurn(startOnce)
}

async function make(engine: Engine, of: { run: KnownRun; spec: RunSpec; handle: string }): Promise<void> {
  const { run, spec, handle } = of
  const facts = await engine.facts()
  const needsNetwork = run.members.length > 1 && spec.network === 'bridge'
  if (needsNetwork) await makeNetwork(engine, run.network, handle)
  const network = needsNetwork ? run.network : null
  await Promise.all(
    run.members.map(async ({ container, log }, position) => {
      if (await inspectContainer(engine, container)) return
      await log.begin()
      await engine.quick.createContainer(orderOf(spec, position, { names: { handle, container, network }, facts }))
    }),
  )
  const [first] = run.members
  const [program] = spec.argv
  // Otherwise the engine starts the container, and only its log tells why it ended.
  if (first && !(await hasFile(engine, first.container, program))) throw new Error(`there is no program ${program}`)
}

async function makeNetwork(engine: Engine, name: string, handle: string): Promise<void> {
  if (await ifKnown(engine.quick.getNetwork(name).inspect())) return
  await engine.quick.createNetwork({ Name: name, Driver: 'bridge', Labels: { 'vermilion.run': handle } })
}

async function begin(engine: Engine, { members }: KnownRun): Promise<void> {
  await Promise.all(
    members.map(async (member) => {
      const containerInspect = await inspectContainer(engine, member.container)
      if (containerInspect !== undefined && phaseOf(containerInspect) === 'made')
        await engine.quick.getContainer(member.container).start()
    }),
  )
}
