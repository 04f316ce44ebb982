import { newId } from '#platform/ids'
import { specProblems } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { hasFile, ifKnown, messageOf } from './engine.ts'
import type { Engine } from './engine.ts'
import { givesAccelerators, orderOf } from './order.ts'
import { removeContainer } from './removal.ts'
import { isThere } from '../port/is-there.ts'

export async function checkSpec(engine: Engine, spec: RunSpec, address: string): Promise<string[]> {
  const matches = specProblems(spec)
  if (spec.image === undefined || spec.image === '') matches.push('a container needs an image')
  const facts = await engine.facts().catch((error: unknown) => {
    matches.push(silence(address, error))
    return null
  })
  if (spec.accelerators.indexes.length > 0 && facts !== null && !givesAccelerators(facts)) {
    matches.push('Podman gives accelerators to containers from version 5.4 on')
  }
  if (address.startsWith('unix:')) {
    for (const { source } of spec.mounts) if (!(await isThere(source))) matches.push(`there is no folder ${source}`)
  }
  return matches
}

/** Also checks the program in the image, if the engine has it. */
export async function checkRun(engine: Engine, spec: RunSpec, address: string): Promise<string[]> {
  const matches = await checkSpec(engine, spec, address)
  if (matches.length > 0 || !(await ifKnown(engine.quick.getImage(spec.image ?? '').inspect()))) return matches
  const container = `vermilion-check-${newId()}`
  const names = { handle: 'check', container, network: null }
  try {
    await engine.quick.createContainer(orderOf(spec, 0, { names, facts: await engine.facts() }))
    if (!(await hasFile(engine, container, spec.argv[0]))) matches.push(`there is no program ${spec.argv[0]}`)
  } catch (error) {
    matches.push(messageOf(error))
  } finally {
    await removeContainer(engine, container)
  }
  return matches
}

export const silence = (address: string, error: unknown) =>
  `the engine at ${address} does not answer: ${messageOf(error)}`
