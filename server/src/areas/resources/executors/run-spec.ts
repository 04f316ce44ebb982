/** A folder or file of this machine that a run sees. Both paths are absolute. */
export interface Mount {
  source: string
  target: string
  readOnly: boolean
}

/** What a run may use at most, each of its instances by itself; without a figure it is not limited. */
export interface RunLimits {
  /** Processors, also a part of one. */
  cpu?: number
  memoryBytes?: number
  /** Processes and threads at once. */
  processes?: number
}

/** One of the processes that make up a run together. */
export interface InstanceSpec {
  /** Small letters and digits, such as `master` or `worker`. */
  role: string
  /** Counts within the role, from 0. */
  index: number
  /** Comes on top of the run's environment. */
  environment: Readonly<Record<string, string>>
}

/** One command to run, in one instance or several at once. */
export interface RunSpec {
  /** What the run is of. Runs of one name follow one another and share their logs. Letters, digits, `.`, `_` and `-`. */
  name: string
  /** Address of the image that the command runs in, for executors that have images. */
  image?: string
  /** The program by absolute path, then its arguments. They reach the program exactly; no shell reads them. */
  argv: readonly [string, ...string[]]
  /** The whole environment of the command, apart from what its instance adds. */
  environment: Readonly<Record<string, string>>
  /** Where the command starts, as it sees it itself. Must exist. */
  workingFolder: string
  mounts: readonly Mount[]
  limits: RunLimits
  /** Accelerators of one type that the run may use, shared out evenly among its instances in their order. */
  accelerators: { type: string; indexes: readonly number[] }
  network: 'none' | 'bridge' | 'host'
  instances: readonly [InstanceSpec, ...InstanceSpec[]]
}

/** Runs and keys become names of folders and containers. */
export const safeName = /^[\w-][\w.-]{0,127}$/
const safeRole = /^[a-z][a-z0-9]{0,31}$/

/** Names that every shell hands on. The local executor's supervisor keeps its own variables in the environment. */
const variableName = /^(?!_supervisor_)[A-Za-z_]\w*$/
/** Bytes of one variable, and of all together, that a system starts a command with; see execve(2). */
const mostVariableBytes = 128 * 1024 - 1
const mostEnvironmentBytes = 1024 * 1024

export const instanceName = (runName: string, { role, index }: Pick<InstanceSpec, 'role' | 'index'>): string =>
  `${runName}-${role}-${index}`

export function acceleratorsOf({ accelerators, instances }: RunSpec, position: number): readonly number[] {
  const share = Math.floor(accelerators.indexes.length / instances.length)
  return accelerators.indexes.slice(position * share, (position + 1) * share)
}

/** What is wrong with a run for any kind of executor, in words for a person. */
export function specProblems(spec: RunSpec): string[] {
  const matches: string[] = []
  const [program] = spec.argv
  if (!safeName.test(spec.name)) matches.push(`the name ${spec.name} cannot be a folder's name`)
  if (spec.argv.some((argument) => argument.includes('\0'))) matches.push('an argument holds a zero byte')
  if (!program.startsWith('/')) matches.push(`the program ${program} is not an absolute path`)
  if (!spec.workingFolder.startsWith('/')) matches.push(`the folder ${spec.workingFolder} is not an absolute path`)
  const names = new Set(spec.instances.map((instance) => instanceName(spec.name, instance)))
  if (names.size < spec.instances.length) matches.push('two instances have the same role and index')
  for (const { role, index, environment } of spec.instances) {
    if (!safeRole.test(role)) matches.push(`the role ${role} is not a small word`)
    if (!Number.isSafeInteger(index) || index < 0) matches.push(`the index ${index} is not a whole number from 0`)
    matches.push(...environmentProblems({ ...spec.environment, ...environment }))
  }
  return [...new Set(matches)]
}

function environmentProblems(environment: Readonly<Record<string, string>>): string[] {
  const matches: string[] = []
  let bytes = 0
  for (const [name, value] of Object.entries(environment)) {
    const size = Buffer.byteLength(name) + Buffer.byteLength(value) + 2
    bytes += size
    if (!variableName.test(name)) matches.push(`${JSON.stringify(name)} cannot be a variable's name`)
    if (value.includes('\0')) matches.push(`the variable ${name} holds a zero byte`)
    if (size > mostVariableBytes) matches.push(`the variable ${name} is larger than ${mostVariableBytes} bytes`)
  }
  if (bytes > mostEnvironmentBytes) matches.push(`the environment is larger than ${mostEnvironmentBytes} bytes`)
  return matches
}
