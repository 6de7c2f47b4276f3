import { areas } from './areas/areas'
import { provideAreas } from './boot/areas'
import { start } from './boot/start'
import { keepPageOnDrop } from './lib/dropped-files'

keepPageOnDrop()
provideAreas(areas)
void start()
