export interface Mount {
  source: string
  target: string
  readOnly: boolean
}

/** Per instance; undefined for no limit. */
export interface RunLimits {
  /** CPU cores, possibly fractional. */
  cpu?: number
  memoryBytes?: number
  processes?: number
}

export interface InstanceSpec {
  /** Lowercase letters and digits, such as `master` or `worker`. */
  role: string
  index: number
  environment: Readonly<Record<string, string>>
}

export interface RunSpec {
  /** Name of the work: runs of one name share their logs. Letters, digits, `.`, `_` and `-`. */
  name: string
  image?: string
  /** Absolute path of the program, then its arguments, passed exactly without a shell. */
  argv: readonly [string, ...string[]]
  environment: Readonly<Record<string, string>>
  workingFolder: string
  mounts: readonly Mount[]
  limits: RunLimits
  /**
   * `indexes` are those of all instances together. An engine that queues gives accelerators out itself: then `count` of each
   * instance is asked for by kind.
   */
  accelerators: { type: string; indexes: readonly number[]; count?: number }
  network: 'none' | 'bridge' | 'host'
  /** 0 to 100, the higher first; only engines that queue use it. */
  priority?: number
  /** In seconds, from the start of the command; only engines that queue use it. */
  timeLimitSeconds?: number
  instances: readonly [InstanceSpec, ...InstanceSpec[]]
}

/** Runs and keys become names of folders and containers. */
export const safeName = /^[\w-][\w.-]{0,127}$/
const safeRole = /^[a-z][a-z0-9]{0,31}$/

/** Portable names. The local executor's supervisor keeps its own variables in the environment. */
const variableName = /^(?!_supervisor_)[A-Za-z_]\w*$/
/** Linux limits of one variable and of all together, in bytes; see execve(2). */
const maxVariableBytes = 128 * 1024 - 1
const maxEnvironmentBytes = 1024 * 1024

export const instanceName = (runName: string, { role, index }: Pick<InstanceSpec, 'role' | 'index'>): string =>
  `${runName}-${role}-${index}`

export function acceleratorsOf({ accelerators, instances }: RunSpec, position: number): readonly number[] {
  const share = Math.floor(accelerators.indexes.length / instances.length)
  return accelerators.indexes.slice(position * share, (position + 1) * share)
}

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
    if (size > maxVariableBytes) matches.push(`the variable ${name} is larger than ${maxVariableBytes} bytes`)
  }
  if (bytes > maxEnvironmentBytes) matches.push(`the environment is larger than ${maxEnvironmentBytes} bytes`)
  return matches
}
