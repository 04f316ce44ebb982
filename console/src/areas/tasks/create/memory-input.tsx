import { NumberInput } from '#ui/form/number-input.tsx'

const gibibyte = 2 ** 30

interface MemoryInputProps {
  id?: string
  placeholder: string
  /** Bytes. */
  value?: number | null
  onChange?: (bytes: number | null) => void
}

export function MemoryInput({ value = null, onChange, ...field }: MemoryInputProps) {
  return (
    <NumberInput
      {...field}
      value={value === null ? null : Number((value / gibibyte).toFixed(3))}
      onChange={(gibibytes) => onChange?.(gibibytes === null ? null : Math.round(gibibytes * gibibyte))}
    />
  )
}
