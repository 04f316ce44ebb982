import type { HealthCheck } from '@vermilion/contract/rollouts/creation'
import type { Text } from '@vermilion/contract/kernel/text'
import { type DeviceConnection, shellCommand } from '#areas/devices'
import { askForStatus, TestFailed } from '#areas/settings'
import { reasons } from './reasons.ts'

const maxTryMs = 60_000
const maxRequestMs = 20_000

const requestScript = `if command -v curl >/dev/null; then curl -fsS -o /dev/null --max-time 20 "$1"
elif command -v wget >/dev/null; then wget -q -T 20 -O /dev/null "$1"
else echo 'there is neither curl nor wget on it'; exit 1
fi`

export async function tryHealth(
  check: HealthCheck,
  connection: DeviceConnection,
  host: string,
): Promise<Text | undefined> {
  if (check.kind === 'http' && check.from === 'server') {
    const problem = await requestFrom(check.url.replaceAll('{host}', host))
    return problem === undefined ? undefined : reasons.step(problem)
  }
  const argv = check.kind === 'command' ? shellCommand(check.command) : shellCommand(requestScript, check.url)
  const { code, signal, output, errors } = await connection.run({ argv, timeout: maxTryMs })
  if (code === 0) return undefined
  const message = `${output.toString('utf8')}\n${errors.toString('utf8')}`.trim().split('\n').at(-1) ?? ''
  const line = message.slice(0, 300)
  return code === null ? reasons.step(`${signal ?? '?'} ${line}`.trim()) : reasons.exitCode(code, line)
}

async function requestFrom(url: string): Promise<string | undefined> {
  try {
    const status = await askForStatus(url, AbortSignal.timeout(maxRequestMs))
    return status < 400 ? undefined : `HTTP ${status}`
  } catch (error) {
    if (error instanceof TestFailed) return [error.failure, ...Object.values(error.values)].join(' ')
    return error instanceof Error ? error.message : String(error)
  }
}
