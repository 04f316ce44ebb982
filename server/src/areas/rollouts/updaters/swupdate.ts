import { asRoot, preamble, writeLine } from './preamble.ts'
import { missingTool, otherDevice, readValues, type UpdateOrder, type Updater } from './updater.ts'

const values = ({ artifact, options }: UpdateOrder) => [artifact.name, artifact.version, options.softwareSet]

/** SWUpdate keeps no list of installed versions: the product does. Uses the device's own configuration. */
const install = `${preamble}${writeLine}${asRoot}
set -- "$1" "$2" "$3" "$4"
config=
[ ! -e /etc/swupdate.cfg ] || config=/etc/swupdate.cfg
# On a busy machine it sometimes ends before its own installer listens, with no error and nothing done: then once more.
for attempt in 1 2 3; do
  if output=$(as_root swupdate \${config:+-f "$config"} \${3:+-e "$3"} -i "$4" 2>&1); then code=0; else code=$?; fi
  printf '%s\\n' "$output"
  [ "$code" != 0 ] || break
  case $output in *ERROR* | *FAIL*) exit "$code" ;; esac
  sleep 1
done
[ "$code" = 0 ] || exit "$code"
write_line "$vermilion_base/images/$1" "$2"`

export const swupdateUpdater: Updater = {
  reboots: ({ options }) => options.reboot,
  needsPrevious: true,
  inspect: (order) => ({
    script: `${preamble}
command -v swupdate >/dev/null || { echo missing=swupdate; exit 0; }
read -r board revision </etc/hwrevision && echo "board=$board" && echo "revision=$revision"
read -r installed <"$vermilion_base/images/$1" && echo "installed=$installed"
:`,
    values: values(order),
  }),
  inspection({ artifact: { compatible } }, output) {
    const values = readValues(output)
    const missing = values.get('missing')
    const revision = values.get('revision') ?? ''
    const accepted = compatible.split(', ')
    // SWUpdate itself evaluates regular expressions (#RE:).
    const isFor = compatible === '' || accepted.some((one) => one.startsWith('#RE:') || one === revision)
    const own = `${values.get('board') ?? ''} ${revision}`.trim()
    return {
      installed: values.get('installed') ?? null,
      refusal: missing !== undefined ? missingTool(missing) : isFor ? null : otherDevice(compatible, own),
    }
  },
  install: (order, file) => ({ script: install, values: [...values(order), file] }),
  markGood: () => null,
  rollBack: ({ artifact, options, previousVersion }, { file }) =>
    file === null
      ? { script: `echo "version $1 is not among the artifacts"; exit 1`, values: [previousVersion ?? '--'] }
      : { script: install, values: [artifact.name, previousVersion ?? '', options.softwareSet, file] },
}
