import { asRoot, preamble } from './preamble.ts'
import { missingTool, otherDevice, readValues, type UpdateOrder, type Updater } from './updater.ts'

interface RaucStatus {
  readonly compatible: string
  readonly booted: string
  readonly slots: readonly Record<
    string,
    { bootname?: string | null; slot_status?: { bundle?: { version?: string } } }
  >[]
}

const values = ({ artifact }: UpdateOrder) => [artifact.name, artifact.version]

/** RAUC verifies the signature, writes the inactive slot and boots from it. */
export const raucUpdater: Updater = {
  reboots: () => true,
  needsPrevious: false,
  inspect: (order) => ({
    script: `${preamble}${asRoot}
command -v rauc >/dev/null || { echo missing=rauc; exit 0; }
echo "status=$(as_root rauc status --detailed --output-format=json 2>/dev/null)"`,
    values: values(order),
  }),
  inspection({ artifact: { compatible } }, output) {
    const values = readValues(output)
    const missing = values.get('missing')
    if (missing !== undefined) return { installed: null, refusal: missingTool(missing) }
    const status = parseStatus(values.get('status') ?? '')
    if (status === undefined) {
      return { installed: null, refusal: { en: 'its RAUC service does not answer', zh: '其 RAUC 服务没有响应' } }
    }
    const booted = status.slots
      .flatMap((slot) => Object.values(slot))
      .find(({ bootname }) => bootname === status.booted)
    return {
      installed: booted?.slot_status?.bundle?.version ?? null,
      refusal: compatible === status.compatible ? null : otherDevice(compatible, status.compatible),
    }
  },
  install: (order, file) => ({
    script: `${preamble}${asRoot}
as_root rauc install "$3"`,
    values: [...values(order), file],
  }),
  markGood: (order) => ({
    script: `${preamble}${asRoot}
as_root rauc status mark-good booted`,
    values: values(order),
  }),
  // The previous system is in the other slot, unless an install overwrote it. Before the reboot it is still active.
  rollBack: (order, { installed }) => ({
    script: `${preamble}${asRoot}
if [ "$3" = "$2" ]; then as_root rauc status mark-bad booted && as_root rauc status mark-active other
else as_root rauc status mark-active booted
fi`,
    values: [...values(order), installed ?? ''],
  }),
}

function parseStatus(text: string): RaucStatus | undefined {
  try {
    return JSON.parse(text) as RaucStatus
  } catch {
    return undefined
  }
}
