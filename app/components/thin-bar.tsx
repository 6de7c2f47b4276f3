/** Indicates loading without blocking the page. */
export function ThinBar({ active }: { active: boolean }) {
  return (
    <div aria-hidden className="h-0.5 overflow-hidden print:hidden">
      {active && <div className="h-full w-2/5 animate-thin-bar bg-primary" />}
    </div>
  )
}
