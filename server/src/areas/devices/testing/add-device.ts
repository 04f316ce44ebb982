import { deviceEndpoints } from '@vermilion/contract/devices'
import type { Device, DeviceCreate } from '@vermilion/contract/devices'
import type { TestServer } from '../../../testing/start-server.ts'
import type { SshDaemon } from './ssh-daemon.ts'

type DeviceAddress = Pick<SshDaemon, 'host' | 'port' | 'username' | 'privateKey' | 'fingerprint'>

export function addDevice(
  server: Pick<TestServer, 'call'>,
  daemon: DeviceAddress,
  input: Partial<DeviceCreate> = {},
): Promise<Device> {
  return server.call(deviceEndpoints.createDevice, {
    body: {
      name: `board-${daemon.port}`,
      host: daemon.host,
      port: daemon.port,
      username: daemon.username,
      credentials: { method: 'key', privateKey: daemon.privateKey },
      fingerprint: daemon.fingerprint(),
      ...input,
    },
  })
}
