import { type DeviceCommand, deviceCommandEndpoints, type OutcomeStatus } from '@vermilion/contract/devices/commands'
import { call } from '#lib/api.ts'

const unsuccessful: readonly OutcomeStatus[] = ['failed', 'timed-out', 'offline', 'stopped', 'unknown']
const largestPage = 500

export const countUnsuccessful = ({ outcomes }: DeviceCommand): number =>
  unsuccessful.reduce((sum, status) => sum + (outcomes[status] ?? 0), 0)

export async function retryCommand({
  id,
  command,
  timeoutSeconds,
  concurrency,
}: DeviceCommand): Promise<DeviceCommand> {
  const deviceIds: string[] = []
  for (let cursor: string | undefined; ;) {
    const query = { cursor, limit: largestPage }
    const page = await call(deviceCommandEndpoints.listCommandOutcomes, { params: { commandId: id }, query })
    for (const { status, deviceId } of page.items) if (unsuccessful.includes(status)) deviceIds.push(deviceId)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  const body = { devices: { deviceIds }, command, timeoutSeconds, concurrency }
  return call(deviceCommandEndpoints.runDeviceCommand, { body })
}
