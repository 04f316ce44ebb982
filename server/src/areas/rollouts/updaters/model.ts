import { preamble } from './preamble.ts'
import { readValues, type UpdateOrder, type Updater } from './updater.ts'

const values = ({ artifact, previousVersion, options }: UpdateOrder) => [
  artifact.name,
  artifact.version,
  previousVersion ?? '',
  options.restartCommand,
]

/** `~/vermilion/models/NAME/VERSION`, with a link `current` that is replaced atomically. */
const environment = `name=$1 version=$2 previous=$3 restart=$4
models=\${HOME:-/root}/vermilion/models/$name
point_to() {
  rm -f "$models/.current" && ln -s "$1" "$models/.current" || return 1
  mv -fT "$models/.current" "$models/current" 2>/dev/null || ln -sfn "$1" "$models/current"
}
restart() {
  [ -z "$restart" ] || (cd "$models/current" && sh -c "$restart")
}
`

export const modelUpdater: Updater = {
  reboots: ({ options }) => options.reboot,
  needsPrevious: false,
  inspect: (order) => ({
    script: `${preamble}${environment}
installed=$(readlink "$models/current" 2>/dev/null) && echo "installed=$installed"
:`,
    values: values(order),
  }),
  inspection: (_order, output) => ({ installed: readValues(output).get('installed') ?? null, refusal: null }),
  install: (order, file) => ({
    script: `${preamble}${environment}
rm -rf "$models/.new" && mkdir -p "$models/.new" && tar -xzf "$5" -C "$models/.new" || exit 1
rm -rf "$models/$version" && mv "$models/.new" "$models/$version" || exit 1
sync
point_to "$version" && restart`,
    values: [...values(order), file],
  }),
  markGood: (order) => ({
    script: `${preamble}${environment}
for other in "$models"/*/; do
  case $other in "$models/$version/" | "$models/$previous/" | "$models/current/") ;; *) rm -rf "$other" ;; esac
done`,
    values: values(order),
  }),
  rollBack: (order) => ({
    script: `${preamble}${environment}
if [ -n "$previous" ]; then
  [ -d "$models/$previous" ] || { echo "version $previous is no longer on the device"; exit 1; }
  point_to "$previous" && restart
else
  rm -f "$models/current"
fi`,
    values: values(order),
  }),
}
