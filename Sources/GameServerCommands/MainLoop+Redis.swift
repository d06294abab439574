import EventIO
import GameServerKit
import RedisStore

nonisolated extension DescriptorWatch: SocketWatch {}
nonisolated extension MainLoop: RedisLoop {}
