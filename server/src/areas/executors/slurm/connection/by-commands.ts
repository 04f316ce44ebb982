import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import { resourcesIn } from '../nodes.ts'
import type { NodeSummary } from '../nodes.ts'
import type { RunCommand } from './commands.ts'
import type { Job, SlurmConnection, Submission } from './connection.ts'

interface CommandNeeds {
  run: RunCommand
  /** Runs a command in a terminal, where there are terminals. */
  openTerminal?: ((order: Required<TerminalOrder>) => Promise<Terminal>) | undefined
}

/** In milliseconds. */
const queueTimeout = 6_000
const submissionTimeout = 30_000
const mebibyte = 1_048_576

/** Comments and reasons do not hold it. */
const separator = '<|>'
const jobFields =
  'JobID,State,exit_code,RestartCnt,NumNodes,EndTime,NodeList,tres-per-node,tres-alloc,Partition,Reason,Comment'
const nodeFields = 'NodeList,StateLong,CPUsState,Memory,AllocMem,Gres,GresUsed,Partition'
const formatOf = (fields: string) => `--Format=${fields.replaceAll(',', `:0${separator},`)}:0`

const optionsOf = (order: Submission) =>
  Object.entries(order).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`]
    return value === undefined ? [] : [`--${name}=${value}`]
  })

/** By Slurm's own commands. */
export function createCommandConnection({ run, openTerminal }: CommandNeeds): SlurmConnection {
  return {
    async jobs(whose) {
      const selected = whose === 'own' ? ['--me', '--states=all'] : []
      const argv = ['squeue', '--noheader', ...selected, formatOf(jobFields)] as const
      return (await run(argv, { timeout: queueTimeout })).split('\n').flatMap(jobOf)
    },

    async nodes(partition) {
      const selected = partition === undefined ? [] : [`--partition=${partition}`]
      const output = await run(['sinfo', '--noheader', '--Node', ...selected, formatOf(nodeFields)])
      return nodesIn(output, partition === undefined)
    },

    async submit(order, script) {
      const argv = ['sbatch', '--parsable', ...optionsOf(order)] as const
      const output = await run(argv, { input: script, timeout: submissionTimeout })
      const [id = ''] = output.trim().split(';')
      if (!/^\d+$/.test(id)) throw new Error(`sbatch answered with no number: ${output.slice(0, 200)}`)
      return id
    },

    test: async (order) => void (await run(['sbatch', '--test-only', ...optionsOf(order)], { input: '#!/bin/sh\n' })),
    signal: async (step, signal) => void (await run(['scancel', `--signal=${signal}`, step])),
    cancel: async (jobId) => void (await run(['scancel', jobId])),

    async recall(jobId) {
      const argv = ['sacct', '-n', '-P', '-X', '-j', jobId, '-o', 'State,ExitCode,End,NodeList'] as const
      const output = await run(argv).catch(() => '')
      const [states = '', exit = '', end, nodes = ''] = (output.split('\n')[0] ?? '').split('|')
      const [state = ''] = states.split(' ')
      if (state === '') return undefined
      const [code = 0, signal = 0] = exit.split(':').map(Number)
      return { state, waitStatus: code * 256 + signal, nodes, endedAt: timeOf(end) }
    },

    // Pyxis adds its options to those of srun.
    hasPyxis: async () => (await run(['srun', '--help'])).includes('--container-image'),
    ...(openTerminal && { openTerminal }),
  }
}

function jobOf(line: string): Job[] {
  const [id = '', state = '', waitStatus, restarts, nodeCount, end, ...words] = line.split(separator)
  const [nodes = '', perNode = '', allocated = '', partitions = '', reason = '', comment] = words
  if (comment === undefined) return []
  const counts = { waitStatus: Number(waitStatus), restarts: Number(restarts), nodeCount: Number(nodeCount) }
  const resources = perNode.replace('N/A', '')
  return [{ id, state, ...counts, endedAt: timeOf(end), nodes, resources, allocated, partitions, reason, comment }]
}

function nodesIn(output: string, usualOnly: boolean): NodeSummary[] {
  const nodes = new Map<string, NodeSummary>()
  for (const line of output.split('\n')) {
    const [name = '', state = '', cpus = '', memory, allocated, resources = '', ...rest] = line.split(separator)
    const [usedResources = '', partition = ''] = rest
    // A star marks the partition of jobs that name none.
    if (name === '' || (usualOnly && !partition.trim().endsWith('*'))) continue
    const [used = 0, free = 0, , all = 0] = cpus.split('/').map(Number)
    const bytes = Number(memory) * mebibyte
    nodes.set(name, {
      name,
      state,
      partitions: [partition.trim().replace(/\*$/, '')],
      isUp: /^(?:idle|mixed|allocated|completing|planned|blocked)[*~#$@^-]?$/i.test(state) && !state.endsWith('*'),
      cpu: { all, free, used },
      memoryBytes: { all: bytes, free: bytes - Number(allocated) * mebibyte },
      resources: resourcesIn(resources),
      usedResources: resourcesIn(usedResources),
    })
  }
  return [...nodes.values()]
}

/** Slurm tells times in the local time of the machine. */
function timeOf(text: string | undefined): Date | null {
  const time = new Date(text ?? '')
  return Number.isNaN(Number(time)) ? null : time
}
