export function Bird({ size = 20, colour = 'var(--ant-color-primary)' }: { size?: number; colour?: string }) {
  return (
    <svg width={size} height={size} viewBox="2 2 37 34" fill={colour} aria-hidden focusable="false">
      <path d="M37 12.5 31.8 9.4a6.5 6.5 0 0 0-9.300 3.200c-.5 1.300-1 2.500-1.700 3.600C18.500 10 12.800 5.300 4.500 4c-.3 8.700 3.500 15.200 10.500 18.400-3.400 1.700-7.300 2-11.500.9 2.200 3.900 5.700 6.5 9.700 7.600-1.900 2.200-4.300 3.800-7.200 4.800 11.500 2.600 24.700-3.200 26.5-19.700Z" />
    </svg>
  )
}
