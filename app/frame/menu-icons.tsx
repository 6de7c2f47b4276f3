import { LayoutDashboard, type LucideIcon, Megaphone, Users } from 'lucide-react'

/** The icon of each built area, by path. */
export const menuIcons: Record<string, LucideIcon> = {
  '/dashboard': LayoutDashboard,
  '/hacomono/members': Users,
  '/other-settings/announcements': Megaphone,
}
