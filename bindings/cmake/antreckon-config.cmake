# find_package(antreckon CONFIG) gives
#   antreckon::antreckon   the shared library and the C header
#   antreckon::static      the static library, where the package has one (Linux)
#   antreckon::cpp         the C++17 layer over antreckon::antreckon
# Everything is found from where this file lies: the folder of the package can be moved.

get_filename_component(_antreckon_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" _antreckon_processor)
if(_antreckon_processor MATCHES "^(x86_64|amd64|x64)$")
  set(_antreckon_architecture x64)
elseif(_antreckon_processor MATCHES "^(aarch64|arm64)$")
  set(_antreckon_architecture arm64)
else()
  set(_antreckon_architecture "${_antreckon_processor}")
endif()
if(WIN32)
  set(_antreckon_system windows)
elseif(APPLE)
  set(_antreckon_system macos)
else()
  string(TOLOWER "${CMAKE_SYSTEM_NAME}" _antreckon_system)
endif()
set(_antreckon_platform "${_antreckon_system}-${_antreckon_architecture}")
set(_antreckon_lib "${_antreckon_root}/lib/${_antreckon_platform}")

if(NOT IS_DIRECTORY "${_antreckon_lib}")
  set(antreckon_FOUND FALSE)
  set(antreckon_NOT_FOUND_MESSAGE "this package has no library for ${_antreckon_platform}")
  return()
endif()

if(NOT TARGET antreckon::antreckon)
  add_library(antreckon::antreckon SHARED IMPORTED)
  set_target_properties(antreckon::antreckon PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_antreckon_root}/include")
  if(WIN32)
    # MinGW and Microsoft's linker each have their own kind of import library.
    if(MINGW)
      set(_antreckon_import "${_antreckon_lib}/libantreckon.dll.a")
    else()
      set(_antreckon_import "${_antreckon_lib}/antreckon.lib")
    endif()
    set_target_properties(antreckon::antreckon PROPERTIES
      IMPORTED_LOCATION "${_antreckon_lib}/antreckon.dll"
      IMPORTED_IMPLIB "${_antreckon_import}")
  elseif(APPLE)
    set_target_properties(antreckon::antreckon PROPERTIES IMPORTED_LOCATION "${_antreckon_lib}/libantreckon.dylib")
  else()
    set_target_properties(antreckon::antreckon PROPERTIES
      IMPORTED_LOCATION "${_antreckon_lib}/libantreckon.so"
      IMPORTED_NO_SONAME TRUE)
  endif()

  if(EXISTS "${_antreckon_lib}/libantreckon.a")
    find_package(Threads REQUIRED)
    add_library(antreckon::static STATIC IMPORTED)
    set_target_properties(antreckon::static PROPERTIES
      IMPORTED_LOCATION "${_antreckon_lib}/libantreckon.a"
      INTERFACE_INCLUDE_DIRECTORIES "${_antreckon_root}/include"
      INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};gcc_s;m")
  endif()

  add_library(antreckon::cpp INTERFACE IMPORTED)
  set_target_properties(antreckon::cpp PROPERTIES
    INTERFACE_LINK_LIBRARIES antreckon::antreckon
    INTERFACE_COMPILE_FEATURES cxx_std_17)
endif()

unset(_antreckon_root)
unset(_antreckon_processor)
unset(_antreckon_architecture)
unset(_antreckon_system)
unset(_antreckon_platform)
unset(_antreckon_lib)
unset(_antreckon_import)
