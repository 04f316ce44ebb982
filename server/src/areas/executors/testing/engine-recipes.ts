import { execFileSync } from 'node:child_process'
import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type EngineName = 'docker' | 'podman'

interface EngineRecipe {
  programs: readonly string[]
  group: string
  prepare(folder: string, socket: string): Promise<{ argv: string[]; variables: Record<string, string> }>
}

/** Without the capability to raise limits, containers get ours. */
const openFiles = () =>
  Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).replace('unlimited', '1048576'))

const overlay = 0x794c7630

export const engineRecipes: Readonly<Record<EngineName, EngineRecipe>> = {
  docker: {
    programs: ['dockerd', 'containerd', 'runc'],
    group: 'docker',
    async prepare(folder, socket) {
      const limit = openFiles()
      const settings = {
        'data-root': join(folder, 'root'),
        'exec-root': join(folder, 'exec'),
        pidfile: join(folder, 'docker.pid'),
        hosts: [`unix://${socket}`],
        'live-restore': true,
        'exec-opts': ['native.cgroupdriver=cgroupfs'],
        'default-ulimits': { nofile: { Name: 'nofile', Soft: limit, Hard: limit } },
      }
      await writeFile(join(folder, 'daemon.json'), JSON.stringify(settings))
      return { argv: ['dockerd', '--config-file', join(folder, 'daemon.json')], variables: {} }
    },
  },
  podman: {
    programs: ['podman', 'conmon', 'runc', 'catatonit'],
    group: 'libpod_parent',
    async prepare(folder, socket) {
      const limit = openFiles()
      // overlayfs cannot be nested.
      const driver = (await statfs(folder)).type === overlay ? 'vfs' : 'overlay'
      const storage = `[storage]
driver = "${driver}"
runroot = "${folder}/run"
graphroot = "${folder}/root"
`
      const containers = `[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[containers]
default_ulimits = ["nofile=${limit}:${limit}", "nproc=32000:32000"]
log_driver = "k8s-file"
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
`
      const registries = `[[registry]]
location = "127.0.0.1:5000"
insecure = true
`
      await writeFile(join(folder, 'storage.conf'), storage)
      await writeFile(join(folder, 'containers.conf'), containers)
      await writeFile(join(folder, 'registries.conf'), registries)
      return {
        argv: ['podman', 'system', 'service', '--time=0', `unix://${socket}`],
        variables: {
          CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
          CONTAINERS_CONF: join(folder, 'containers.conf'),
          CONTAINERS_REGISTRIES_CONF: join(folder, 'registries.conf'),
        },
      }
    },
  },
}
