import type { DeviceConnection } from '../../connection/connection.ts'
import { shellCommand } from '../../connection/quoting.ts'
import { NoSftp, openSftp, type Sftp } from './sftp.ts'

const serveScript = `
for file in /usr/lib/openssh/sftp-server /usr/libexec/openssh/sftp-server /usr/libexec/sftp-server /usr/lib/ssh/sftp-server \
  /usr/lib/sftp-server /usr/local/libexec/sftp-server; do
  [ -x "$file" ] && exec "$file"
done
exec sftp-server
`

/**
 * sshd starts sftp-server through the login shell, whose startup files may print before it: then, or without the subsystem, it is
 * started as a command after the login's output.
 */
export async function openDeviceSftp(connection: DeviceConnection): Promise<Sftp> {
  try {
    const channel = await connection.subsystem('sftp')
    channel.stderr.resume()
    return await openSftp(channel)
  } catch (error) {
    if (!connection.isOpen()) throw error
    const { channel } = await connection.start({ argv: shellCommand(serveScript) }).catch(() => {
      throw error
    })
    channel.stderr.resume()
    return openSftp(channel).catch((own: unknown) => {
      throw error instanceof NoSftp ? error : own
    })
  }
}
