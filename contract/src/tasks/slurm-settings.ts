import { z } from 'zod'
import { absolutePath } from '../kernel/fields.ts'
import { hinted } from '../kernel/form.ts'
import type { FieldHints } from '../kernel/form.ts'

const line = (maxLength: number, pattern: RegExp) => z.string().trim().max(maxLength).regex(pattern)
const slurmName = line(100, /^[\w.-]+$/)

const byRest: FieldHints = { 'x-when': { connection: ['rest'] }, 'x-required': true }

/** Settings of a pool that runs its tasks as jobs of a Slurm cluster, 22.05 or later. */
export const slurmSettings = z.object({
  connection: z.enum(['commands', 'ssh', 'rest']).default('commands'),
  /** The file that `SLURM_CONF` names, where it is not the usual one. */
  configuration: hinted(absolutePath, {
    'x-when': { connection: ['commands', 'ssh'] },
    examples: ['/etc/slurm/slurm.conf'],
  }).optional(),
  /** Id of the device that is the login node. */
  loginDevice: hinted(z.string().trim().max(64), { 'x-when': { connection: ['ssh'] }, 'x-required': true }).optional(),
  /** The address of `slurmrestd`. */
  restUrl: z
    .url({ protocol: /^https?$/ })
    .meta({ ...byRest, examples: ['http://slurm.example.com:6820'], format: 'uri' })
    .optional(),
  /** The account whose jobs they are, and its token, as `scontrol token` makes it. */
  restUser: hinted(slurmName, byRest).optional(),
  restToken: hinted(z.string().trim().min(1).max(10_000), { ...byRest, writeOnly: true }).nullish(),
  /** The shared folder as this server sees it. */
  sharedHere: hinted(absolutePath, { examples: ['/home/vermilion'] }),
  /** The shared folder as the nodes see it; the same where empty. */
  sharedThere: hinted(absolutePath, { examples: ['/home/vermilion'] }).optional(),
  partition: hinted(slurmName, { examples: ['gpu'] }).optional(),
  account: slurmName.optional(),
  qos: slurmName.optional(),
  constraint: hinted(line(200, /^[\w.&|[\]*()-]+$/), { examples: ['a100'] }).optional(),
  containers: z.enum(['none', 'pyxis', 'apptainer']).default('none'),
  /** Comma-separated environment modules that are loaded before the command. */
  modules: hinted(line(1_000, /^[\w./+, -]*$/), {
    'x-when': { containers: ['none'] },
    examples: ['cuda/12.4, python/3.12'],
  }).optional(),
  /** The folder of a Python virtual environment that is activated before the command. */
  virtualEnvironment: hinted(absolutePath, { 'x-when': { containers: ['none'] } }).optional(),
  /** Jobs that Slurm preempts go back into its queue. */
  requeue: z.boolean().default(true),
})
export type SlurmSettings = z.output<typeof slurmSettings>
