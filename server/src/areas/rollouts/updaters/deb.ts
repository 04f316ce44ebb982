import { asRoot, preamble } from './preamble.ts'
import { missingTool, otherDevice, readValues, type UpdateOrder, type Updater } from './updater.ts'

const values = ({ artifact, previousVersion }: UpdateOrder) => [artifact.name, artifact.version, previousVersion ?? '']

/** Debian packages by dpkg. Dependencies must be installed before. */
export const debUpdater: Updater = {
  reboots: ({ options }) => options.reboot,
  needsPrevious: true,
  inspect: (order) => ({
    script: `command -v dpkg >/dev/null || { echo missing=dpkg; exit 0; }
echo "architecture=$(dpkg --print-architecture)"
[ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null || echo missing=sudo
dpkg-query -W -f='\${db:Status-Status} \${Version}\\n' "$1" 2>/dev/null | while read -r status version; do
  if [ "$status" = installed ]; then echo "installed=$version"; fi
done
:`,
    values: values(order),
  }),
  inspection({ artifact: { compatible } }, output) {
    const values = readValues(output)
    const [missing, architecture = ''] = [values.get('missing'), values.get('architecture')]
    const isFor = compatible === 'all' || compatible === architecture
    return {
      installed: values.get('installed') ?? null,
      refusal: missing !== undefined ? missingTool(missing) : isFor ? null : otherDevice(compatible, architecture),
    }
  },
  install: (order, file) => ({
    script: `${preamble}${asRoot}
export DEBIAN_FRONTEND=noninteractive
[ -z "$(dpkg --audit)" ] || as_root dpkg --configure -a --force-confold
as_root dpkg -i --force-confold "$4"`,
    values: [...values(order), file],
  }),
  markGood: () => null,
  rollBack: (order, { file }) => ({
    script: `${preamble}${asRoot}
export DEBIAN_FRONTEND=noninteractive
if [ -n "$4" ]; then as_root dpkg -i --force-confold --force-downgrade "$4"
elif [ -z "$3" ]; then as_root dpkg --remove "$1"
else echo "version $3 is neither on the device nor among the artifacts"; exit 1
fi`,
    values: [...values(order), file ?? ''],
  }),
}
