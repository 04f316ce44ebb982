import { addressCommands } from '../../port/address-commands.ts'
import type { InstanceSpec, RunSpec } from '../../port/run-spec.ts'
import { addressesFolder } from './volumes.ts'

/**
 * Begins the command of one of several instances. Arguments: for each instance of the role in turn a count and as many
 * `NAME=value` of its own, then `--` and the command. Waits until all have an address: so all begin, or none.
 */
const meetingScript = (spec: RunSpec) => `vermilion_at=0
while [ "$1" != -- ]; do
  vermilion_left=$1
  shift
  while [ "$vermilion_left" -gt 0 ]; do
    [ "$vermilion_at" != "$JOB_COMPLETION_INDEX" ] || export "$1"
    shift
    vermilion_left=$((vermilion_left - 1))
  done
  vermilion_at=$((vermilion_at + 1))
done
shift
until [ -s ${addressesFolder}/addresses ]; do sleep 0.1 2>/dev/null || sleep 1; done
VERMILION_ADDRESSES=$(cat ${addressesFolder}/addresses)
${addressCommands(spec, '/dev/shm/vermilion')}
unset JOB_COMPLETION_INDEX vermilion_at vermilion_left
exec "$@"`

/** Variables that have the same value in all instances of a role, and what each has besides. */
export function environmentsOf(spec: RunSpec, instances: readonly InstanceSpec[]) {
  const all = instances.map(({ environment }) => Object.entries(environment))
  const isShared = ([name, value]: [string, string]) =>
    instances.every(({ environment }) => environment[name] === value)
  const shared = Object.fromEntries((all[0] ?? []).filter(isShared))
  return {
    shared: { ...spec.environment, ...shared },
    own: all.map((entries) => entries.filter((entry) => !isShared(entry)).map(([name, value]) => `${name}=${value}`)),
  }
}

export function commandOf(spec: RunSpec, own: readonly string[][]): string[] {
  if (spec.instances.length === 1) return [...spec.argv]
  const blocks = own.flatMap((variables) => [String(variables.length), ...variables])
  return ['/bin/sh', '-c', meetingScript(spec), 'sh', ...blocks, '--', ...spec.argv]
}
