import { constants } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Text } from '@vermilion/contract/kernel/text'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import { isThere } from '../port/is-there.ts'
import { specProblems } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'
import type { SlurmConnection } from './connection/connection.ts'

/** What keeps a pool from running anything, as far as this machine and Slurm's commands can tell. */
export async function settingsProblems(settings: SlurmSettings, slurm: SlurmConnection): Promise<Text[]> {
  const matches: Text[] = []
  const { containers, configuration, sharedHere, connection, loginDevice, restUrl, restUser, restToken } = settings
  if (connection === 'ssh' && loginDevice === undefined)
    matches.push({ en: 'the pool names no login node', zh: '资源池未指定登录节点' })
  if (connection === 'rest' && !(restUrl && restUser && restToken))
    matches.push({
      en: 'the pool lacks the address of slurmrestd, its account or its token',
      zh: '资源池缺少 slurmrestd 的地址、账户或令牌',
    })
  if (connection === 'commands' && configuration !== undefined && !(await isThere(configuration, constants.R_OK)))
    matches.push({
      en: `there is no configuration of Slurm at ${configuration}, or this server may not read it`,
      zh: `${configuration} 处没有 Slurm 配置，或本服务器无权读取`,
    })
  if (!(await isThere(sharedHere, constants.R_OK | constants.W_OK)))
    matches.push({
      en: `there is no shared folder ${sharedHere} on this machine, or this server may not write into it`,
      zh: `本机没有共享文件夹 ${sharedHere}，或本服务器无权写入`,
    })
  if (matches.length === 0 && containers === 'pyxis' && !(await slurm.hasPyxis()))
    matches.push({
      en: 'the cluster has no Pyxis: its srun knows no --container-image. Choose Apptainer, or no containers',
      zh: '集群没有 Pyxis：其 srun 不支持 --container-image。请选择 Apptainer，或不使用容器',
    })
  return matches
}

/** What keeps a run from being a job of such a pool. */
export function runProblems(spec: RunSpec, { containers }: Pick<SlurmSettings, 'containers'>): string[] {
  const matches = specProblems(isAbsolute(spec.workingFolder) ? spec : { ...spec, ...absoluteParts(spec) })
  if (spec.image === undefined && containers !== 'none') matches.push('the pool runs images, and the task has none')
  if (spec.image !== undefined && containers === 'none')
    matches.push('the pool runs no images: choose Pyxis or Apptainer in its settings where the cluster has one')
  if (spec.network !== 'host') matches.push(`Slurm has no network ${spec.network}`)
  return matches
}

/** A run that is placed by relative names has its program in the PATH of the nodes. */
function absoluteParts({ workingFolder, argv: [program, ...rest] }: RunSpec): Pick<RunSpec, 'workingFolder' | 'argv'> {
  const isPlain = /^[\w.+-]+$/.test(program)
  return { workingFolder: `/${workingFolder}`, argv: [isPlain ? `/${program}` : program, ...rest] }
}
